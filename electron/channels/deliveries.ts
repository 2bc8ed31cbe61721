import { randomUUID } from 'node:crypto';
import { CHANNELS, type ChannelKind } from '#shared/contract/program/channels.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import { startOfDay } from '#shared/dates.ts';
import { messageText, type NoticeFacts, noticeLine, noticeMessage } from '#shared/records/notice-sentence.ts';
import { scopePath } from '#shared/records/scope-path.ts';
import type { Claimed, Outbox, OutboxChannel } from './outbox.ts';
import type { Delivery, Message, Send } from './sending.ts';

export type DeliveriesDeps = {
  outbox: Outbox;
  /** UTC ms. */
  clock: () => number;
  /** Runs `run` after `ms`; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
  /** The award space of notices that still exist. */
  noticed: (noticeIds: readonly number[]) => (NoticeFacts & { noticeId: number })[];
  /** Whether pages are being read, so that more events belong to the same message. */
  isReading: () => boolean;
  /** How a channel sends now; null while it is off or its secret cannot be read. */
  sendOf: (kind: ChannelKind) => Promise<Send | null>;
  /** The most messages a day on a channel. */
  perDay: () => number;
  /** Shows a system notification, or the page one. Null where nobody would see it, as without a window. */
  notify: ((notice: Notice) => void) | null;
  /** Called with what became of a message. */
  onOutcome: (kind: ChannelKind, outcome: Delivery) => void;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How long a message waits for further pages of the same refresh. */
const GATHER_MS = 2 * MINUTE_MS;
const LONGEST_BACK_OFF_MS = 4 * 60 * MINUTE_MS;
/** Bounds every timer, so that sleep and clock changes are noticed. */
const CHECK_EVERY_MS = 15 * MINUTE_MS;

/** A minute after the first failure, doubled after each further one, at most four hours. */
const backOff = (attempts: number): number =>
  Math.min(LONGEST_BACK_OFF_MS, MINUTE_MS * 2 ** Math.max(0, attempts - 1));

/** Sends what waits in the outbox: one message at a time on each channel, each event at most once. */
export function createDeliveries(deps: DeliveriesDeps) {
  const { outbox, clock } = deps;
  const working = new Map<OutboxChannel, Promise<unknown>>();
  const stop = new AbortController();
  let cancelTimer = () => {};
  let hasBegun = false;
  let closed = false;

  function plan(): void {
    if (closed || !hasBegun) return;
    cancelTimer();
    // First of all, so that a data file that cannot be read now is looked at again.
    cancelTimer = deps.after(CHECK_EVERY_MS, planLater);
    let next = CHECK_EVERY_MS;
    const now = clock();
    for (const { channel, nextAt, oldest } of outbox.waiting()) {
      if (working.has(channel)) continue;
      if (channel === 'system' && deps.notify === null) continue;
      const dueAt = dueOf(channel, nextAt, oldest, now);
      if (dueAt > now) next = Math.min(next, dueAt - now);
      else begin(channel);
    }
    if (next === CHECK_EVERY_MS) return;
    cancelTimer();
    cancelTimer = deps.after(next, planLater);
  }

  /** As above, where nobody waits for it: who uses the data file otherwise says why it cannot be read. */
  function planLater(): void {
    try {
      plan();
    } catch {}
  }

  /** When a channel may send next: after its back-off, its day, and the pages that are being read. */
  function dueOf(channel: OutboxChannel, nextAt: number, oldest: number, now: number): number {
    if (nextAt > now) return nextAt;
    // Whoever ends the reading calls `plan`.
    if (now - oldest < GATHER_MS && now >= oldest && deps.isReading()) return oldest + GATHER_MS;
    const today = startOfDay(now);
    if (channel !== 'system' && outbox.sentSince(channel, today) >= deps.perDay()) return today + DAY_MS;
    return now;
  }

  function begin(channel: OutboxChannel): void {
    const work = (channel === 'system' ? showAll() : deliver(channel))
      .catch(() => undefined)
      .finally(() => {
        working.delete(channel);
        planLater();
      });
    working.set(channel, work);
  }

  async function showAll(): Promise<void> {
    const claimed = outbox.claim('system', randomUUID(), clock());
    if (claimed === null || deps.notify === null) return;
    const space = spaceOf(claimed);
    const [first] = space;
    if (first !== undefined) {
      const message = noticeMessage(space, clock());
      deps.notify({
        noticeId: claimed.messageId,
        to: scopePath({ kind: 'search', searchId: first.searchId }),
        title: message.title,
        body: messageText(message),
      });
    }
    for (const [index, { to, title, body }] of plainIn(claimed).entries())
      deps.notify({ noticeId: `${claimed.messageId}-${index}`, to, title, body });
    outbox.settle(claimed.messageId, 'sent');
  }

  async function deliver(kind: ChannelKind): Promise<Delivery | null> {
    const send = await deps.sendOf(kind);
    if (closed) return null;
    if (send === null) {
      outbox.postpone(kind, clock() + CHECK_EVERY_MS);
      return null;
    }
    const claimed = outbox.claim(kind, randomUUID(), clock());
    return claimed === null ? null : deliverClaimed(kind, send, claimed);
  }

  async function deliverClaimed(kind: ChannelKind, send: Send, claimed: Claimed): Promise<Delivery> {
    const message = messageOf(claimed);
    const outcome: Delivery =
      message === null
        ? { kind: 'sent' }
        : await send(message, stop.signal).catch(
            (): Delivery => ({ kind: 'unclear', words: 'Sending it failed in an unexpected way.' }),
          );
    const now = clock();
    if (outcome.kind !== 'not_taken') outbox.settle(claimed.messageId, outcome.kind);
    else {
      const retryAfter = outcome.retryAfterMs ?? 0;
      // A wait beyond a message's day, seconds taken for milliseconds, never lets it wait for ever.
      const isOver = now - claimed.oldest >= DAY_MS || retryAfter >= DAY_MS;
      if (message?.isTest === true || isOver) outbox.settle(claimed.messageId, 'given_up');
      else outbox.retry(claimed.messageId, now + Math.max(backOff(claimed.attempts), retryAfter));
    }
    deps.onOutcome(kind, outcome);
    return outcome;
  }

  const spaceOf = ({ events }: Claimed) => deps.noticed(events.flatMap(({ noticeId }) => noticeId ?? []));
  const plainIn = ({ events }: Claimed) => events.flatMap(({ plain }) => plain ?? []);

  /** Null where nothing that it would tell of exists any more. */
  function messageOf(claimed: Claimed): Message | null {
    const { messageId: id, events } = claimed;
    const at = clock();
    if (events.some(({ noticeId, plain }) => noticeId === null && plain === null)) return { ...TEST, id, at };
    const space = spaceOf(claimed);
    const message = space.length === 0 ? null : noticeMessage(space, at);
    const plain = plainIn(claimed);
    const title = message?.title ?? plain[0]?.title;
    if (title === undefined) return null;
    const lines = plain.map((one) => (one.title === title ? one.away : `${one.title}: ${one.away}`));
    return {
      id,
      at,
      isTest: false,
      title,
      text: [...(message === null ? [] : [messageText(message)]), ...lines].join('\n'),
      events: space.map((facts) => ({
        ...facts,
        id: `${facts.noticeId}-${facts.at}`,
        line: noticeLine(facts, at),
      })),
    };
  }

  return {
    /** To be called when something is put into the outbox, when reading ends, and after sleep. */
    plan,
    /** To be called once at the start: what was being sent when the program ended is not sent again. */
    begin(): void {
      hasBegun = true;
      const broken = new Set(outbox.breakOff());
      for (const kind of CHANNELS)
        if (broken.has(kind))
          deps.onOutcome(kind, {
            kind: 'unclear',
            words: 'Milepost ended while it was sending; the message may have arrived.',
          });
      plan();
    },
    /** Whether nothing is being sent, and nothing that is due could be. */
    isIdle(): boolean {
      const now = clock();
      return (
        working.size === 0 &&
        outbox
          .waiting()
          .every(
            ({ channel, nextAt, oldest }) =>
              channel === 'system' || dueOf(channel, nextAt, oldest, now) > now,
          )
      );
    },
    /** Sends a test now; null while the channel is sending. */
    async test(kind: ChannelKind, send: Send): Promise<Delivery | null> {
      await working.get(kind);
      if (closed || working.has(kind)) return null;
      const messageId = randomUUID();
      const claimed = outbox.claimTest(kind, messageId, clock());
      const work = deliverClaimed(kind, send, claimed);
      working.set(kind, work);
      try {
        return await work;
      } finally {
        working.delete(kind);
        plan();
      }
    },
    /** Resolves once nothing is being sent; what is cut off is unclear. */
    async close(): Promise<void> {
      closed = true;
      cancelTimer();
      const cut = deps.after(CLOSES_WITHIN_MS, () => stop.abort());
      await Promise.allSettled(working.values());
      cut();
    },
  };
}

/** How long closing waits for a message on its way. */
const CLOSES_WITHIN_MS = 3_000;

const TEST: Omit<Message, 'id' | 'at'> = {
  isTest: true,
  title: 'Milepost: a test',
  text: 'This is how Milepost reaches you. It tells of award space here from now on.',
  events: [],
};

import { randomUUID } from 'node:crypto';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import {
  CHANNELS,
  type Channel,
  type ChannelKind,
  type Channels,
} from '#shared/contract/program/channels.ts';
import { addDays, localDay, startOfDay } from '#shared/dates.ts';
import { messageText, type NoticeFacts, noticeLine, noticeMessage } from '#shared/records/notice-sentence.ts';
import type { Storage } from '../storage/open.ts';
import { createDeliveries, type DeliveriesDeps } from './deliveries.ts';
import { sendByMail } from './email.ts';
import { type OutboxChannel, openOutbox, type PlainNotice } from './outbox.ts';
import { type HttpChannelDeps, sendByNtfy, sendByWebhook, webhookBody } from './over-http.ts';
import type { Delivery, Message, Send } from './sending.ts';
import { type SettingUpDeps, setUpChannel } from './setting-up.ts';
import { needsSecret, type StoredChannel, secretAccount } from './stored-channels.ts';

export type ChannelsDeps = HttpChannelDeps &
  SettingUpDeps &
  Pick<DeliveriesDeps, 'after' | 'noticed' | 'isReading' | 'notify'> & {
    storage: Storage;
    publish: Publish;
    /** Null in the browser host, which has none. `clear` does nothing where it holds something else by now. */
    clipboard: { read: () => Promise<string>; clear: (secret: string) => Promise<void> } | null;
    /** The command that sets a channel up in a terminal; null in a packaged program. */
    command: string | null;
  };

const HOUR_MS = 3_600_000;

/** The events of the watchlist, sent to the channels that the user set up, and by the system's notifications. */
export function createChannels(deps: ChannelsDeps) {
  const { stored, secrets, clock } = deps;
  const outbox = openOutbox(deps.storage);
  /** Why the last message of a channel did not go out, in this run of the program. */
  const troubles = new Map<ChannelKind, NonNullable<Channel['trouble']>>();
  const changed = () => deps.publish('changed', { topics: ['channels'] });

  const sendWith = ({ setup, mayBeLocal }: StoredChannel, secret: string): Send => {
    if (setup.kind === 'email') return sendByMail(deps, { ...setup, mayBeLocal }, secret);
    return setup.kind === 'ntfy'
      ? sendByNtfy(deps, setup.server, secret)
      : sendByWebhook(deps, setup.address, secret);
  };

  /** How a channel sends; null where its secret cannot be read, which is its trouble then. */
  async function senderOf(kind: ChannelKind, channel: StoredChannel): Promise<Send | null> {
    const secret = needsSecret(channel.setup)
      ? await secrets.read(secretAccount(channel.setup)).catch(() => null)
      : '';
    if (secret !== null) return sendWith(channel, secret);
    troubles.set(kind, { at: clock(), words: 'Its secret could not be read from the keychain.' });
    changed();
    return null;
  }

  const deliveries = createDeliveries({
    ...deps,
    outbox,
    perDay: stored.perDay,
    sendOf: async (kind) => {
      const channel = stored.read(kind);
      return channel === null || channel.testedAt === null ? null : senderOf(kind, channel);
    },
    onOutcome(kind, outcome: Delivery) {
      if (outcome.kind === 'sent') troubles.delete(kind);
      else troubles.set(kind, { at: clock(), words: outcome.words });
      changed();
    },
  });

  const channelOf = (kind: ChannelKind): Channel => {
    const channel = stored.read(kind);
    return {
      kind,
      state: channel === null ? 'off' : channel.testedAt === null ? 'untested' : 'on',
      to: channel === null ? null : publicPlace(channel),
      ...outbox.counts(kind),
      trouble: troubles.get(kind) ?? null,
      today: outbox.sentSince(kind, startOfDay(clock())),
    };
  };

  const read = (): Channels => ({
    channels: CHANNELS.map(channelOf),
    perDay: stored.perDay(),
    example: exampleAt(clock()),
    clipboard: deps.clipboard !== null,
    command: deps.command,
  });

  const must = (kind: ChannelKind): StoredChannel =>
    stored.read(kind) ?? fail('not_found', 'This channel is not set up.');

  const handlers: ContractHandlers['channels'] = {
    read,
    async setUp(setup) {
      const { clipboard } = deps;
      if (clipboard === null)
        return fail(
          'no_clipboard',
          'A page in a browser must not see the secret. Set the channel up in a terminal.',
        );
      let copied = '';
      await setUpChannel({ ...deps, example: () => exampleAt(clock()).text }, setup, async () => {
        copied = await clipboard.read();
        return copied;
      });
      await clipboard.clear(copied.trim());
      troubles.delete(setup.kind);
      outbox.drop(setup.kind);
      changed();
      return read();
    },
    async test({ kind }) {
      const channel = must(kind);
      if (outbox.sentSince(kind, startOfDay(clock())) >= stored.perDay())
        fail('too_many', `No more than ${stored.perDay()} messages a day go there. Try again tomorrow.`);
      const send = await senderOf(kind, channel);
      if (send === null) return fail('not_sent', 'Its secret could not be read from the keychain.');
      const outcome = await deliveries.test(kind, send);
      if (outcome?.kind !== 'sent') return fail('not_sent', outcome?.words ?? 'It is sending just now.');
      // It may have been changed while the test was on its way.
      if (JSON.stringify(must(kind).setup) === JSON.stringify(channel.setup))
        stored.write(kind, { ...channel, testedAt: clock() });
      changed();
      return read();
    },
    async remove({ kind }) {
      const channel = must(kind);
      stored.write(kind, null);
      outbox.drop(kind);
      troubles.delete(kind);
      changed();
      await secrets.forget(secretAccount(channel.setup));
      return read();
    },
    async setPerDay({ perDay }) {
      const before = stored.perDay();
      const confirmed =
        perDay <= before ||
        (await deps.confirm({
          title: `Send up to ${perDay} messages a day?`,
          words: `Milepost would send up to ${perDay} messages a day on each channel, instead of ${before}.`,
          detail: 'Several events at once are one message in any case.',
        }));
      if (!confirmed) fail('not_confirmed', 'You did not allow it. The number stays as it is.');
      stored.setPerDay(perDay);
      changed();
      deliveries.plan();
      return read();
    },
  };

  /** The system's notifications, and every channel that is on. */
  const inUse = (): OutboxChannel[] => [
    'system',
    ...CHANNELS.filter((kind) => (stored.read(kind)?.testedAt ?? null) !== null),
  ];

  return {
    handlers,
    /** Notes award space for every channel that is on; to be called in the transaction that records it. */
    put: (noticeId: number, at: number): void => outbox.put(inUse(), noticeId, at),
    /** As above, another event by its name, which is plain once. */
    tell(event: string, plain: PlainNotice): void {
      // Sent only after the transaction that records it.
      if (outbox.tell(inUse(), event, plain, clock())) setImmediate(deliveries.plan);
    },
    begin: deliveries.begin,
    plan: deliveries.plan,
    isIdle: deliveries.isIdle,
    close: deliveries.close,
  };
}

/** Where a channel goes, without the topic and the path, which are as good as secrets. */
function publicPlace({ setup }: StoredChannel): string {
  if (setup.kind === 'email') return `${setup.to}, by ${setup.host}:${setup.port}`;
  return new URL(setup.kind === 'ntfy' ? setup.server : setup.address).origin;
}

/** A message as it would be sent, about made-up space. */
function exampleAt(now: number): Channels['example'] {
  const facts: NoticeFacts = {
    searchId: 1,
    title: 'London to Tokyo · business',
    cabin: 'business',
    match: {
      date: addDays(localDay(now), 120),
      origin: 'LHR',
      destination: 'HND',
      programme: 'virginatlantic',
      airlines: 'NH',
      miles: 58_000,
      seats: 2,
      direct: false,
    },
    at: now - HOUR_MS / 20,
    pays: 'own',
  };
  const message = noticeMessage([facts], now);
  const text = messageText(message);
  const sent: Message = {
    id: randomUUID(),
    at: now,
    isTest: false,
    title: message.title,
    text,
    events: [{ ...facts, id: '1', line: noticeLine(facts, now) }],
  };
  return { title: message.title, text, json: JSON.stringify(JSON.parse(webhookBody(sent)), null, 2) };
}

import { jsonOfColumn } from '../storage/json-of-column.ts';
import type { Storage } from '../storage/open.ts';

/** Where an event goes: to the system's notifications (or the page's), or on a channel that the user set up. */
export type OutboxChannel = 'system' | 'email' | 'ntfy' | 'webhook';

/** What is stated of an event that is not award space. */
export type PlainNotice = {
  /** Where its notification leads. */
  to: string;
  title: string;
  /** On this machine. */
  body: string;
  /** On a channel, which hears of no amount. */
  away: string;
};

/** The events of one message; one without either is a test. Times in UTC ms. */
export type Claimed = {
  messageId: string;
  events: { noticeId: number | null; plain: PlainNotice | null; at: number }[];
  /** Attempts, this one counted. */
  attempts: number;
  /** When its oldest event was recorded. */
  oldest: number;
};

export type WaitingChannel = { channel: OutboxChannel; nextAt: number; oldest: number };

/** Rows about space that is long over are removed; the others are few, and their events may be noticed again. */
const STORED_MS = 30 * 86_400_000;

export type Outbox = ReturnType<typeof openOutbox>;

/**
 * The events still to be sent, by channel. A row is claimed, in a transaction of its own, before anything of it is sent: an
 * event is sent at most once, whatever ends the program in between.
 */
export function openOutbox({ db, transaction }: Storage) {
  const insert = db.prepare(`
    INSERT INTO notice_outbox (channel, notice_id, event, plain, at, state, next_at) VALUES (?, ?, ?, ?, ?, 'waiting', ?)
    ON CONFLICT DO NOTHING`);
  const insertTest = db.prepare(`
    INSERT INTO notice_outbox (channel, at, state, message_id, attempts, next_at, tried_at)
    VALUES (?, ?, 'sending', ?, 1, ?, ?)`);
  const prune = db.prepare(
    `DELETE FROM notice_outbox WHERE event IS NULL AND state NOT IN ('waiting', 'sending') AND coalesce(tried_at, at) < ?`,
  );
  const selectWaiting = db.prepare<[], WaitingChannel>(`
    SELECT channel, min(next_at) AS nextAt, min(at) AS oldest FROM notice_outbox WHERE state = 'waiting'
    GROUP BY channel`);
  const claim = db.prepare<
    [string, number, OutboxChannel, number],
    { noticeId: number | null; plain: string | null; at: number; attempts: number }
  >(`
    UPDATE notice_outbox SET state = 'sending', message_id = ?, tried_at = ?, attempts = attempts + 1
    WHERE state = 'waiting' AND channel = ? AND next_at <= ?
    RETURNING notice_id AS noticeId, plain, at, attempts`);
  const settle = db.prepare('UPDATE notice_outbox SET state = ? WHERE message_id = ?');
  const retry = db.prepare(
    `UPDATE notice_outbox SET state = 'waiting', next_at = ?, message_id = NULL WHERE message_id = ?`,
  );
  const postpone = db.prepare(`UPDATE notice_outbox SET next_at = ? WHERE channel = ? AND state = 'waiting'`);
  const breakOff = db
    .prepare<[], OutboxChannel>(
      `UPDATE notice_outbox SET state = 'unclear' WHERE state = 'sending' RETURNING channel`,
    )
    .pluck();
  const sentSince = db
    .prepare<[string, number], number>(`
      SELECT count(DISTINCT message_id) FROM notice_outbox
      WHERE channel = ? AND tried_at >= ? AND state IN ('sending', 'sent', 'unclear')`)
    .pluck();
  const counts = db.prepare<[string], { waiting: number; unclear: number; givenUp: number }>(`
    SELECT count(*) FILTER (WHERE state IN ('waiting', 'sending')) AS waiting, count(*) FILTER (WHERE state = 'unclear') AS unclear,
      count(*) FILTER (WHERE state = 'given_up') AS givenUp FROM notice_outbox WHERE channel = ?`);
  const drop = db.prepare(`DELETE FROM notice_outbox WHERE channel = ? AND state = 'waiting'`);

  return {
    /** Adds award space for these channels; to be called in the transaction that records it. */
    put(channels: readonly OutboxChannel[], noticeId: number, at: number): void {
      prune.run(at - STORED_MS);
      for (const channel of channels) insert.run(channel, noticeId, null, null, at, at);
    },
    /** As above, an event of another kind: once, however often it is noticed. Returns whether it is new on any. */
    tell(channels: readonly OutboxChannel[], event: string, plain: PlainNotice, at: number): boolean {
      const text = JSON.stringify(plain);
      const added = channels.map((channel) => insert.run(channel, null, event, text, at, at).changes);
      return added.some((changes) => changes > 0);
    },
    /** The channels that have something to tell, with the time of their next attempt. */
    waiting: (): WaitingChannel[] => selectWaiting.all(),
    /** Claims all that is due on a channel for one message; null if nothing is. */
    claim(channel: OutboxChannel, messageId: string, now: number): Claimed | null {
      const rows = transaction(() => claim.all(messageId, now, channel, now));
      if (rows.length === 0) return null;
      return {
        messageId,
        events: rows.map(({ noticeId, plain, at }) => ({
          noticeId,
          plain: jsonOfColumn(plain) as PlainNotice | null,
          at,
        })),
        attempts: Math.max(...rows.map(({ attempts }) => attempts)),
        oldest: Math.min(...rows.map(({ at }) => at)),
      };
    },
    /** A test, as if it had been put and claimed. */
    claimTest(channel: OutboxChannel, messageId: string, now: number): Claimed {
      insertTest.run(channel, now, messageId, now, now);
      return { messageId, events: [{ noticeId: null, plain: null, at: now }], attempts: 1, oldest: now };
    },
    settle: (messageId: string, state: 'sent' | 'unclear' | 'given_up'): void => {
      settle.run(state, messageId);
    },
    retry: (messageId: string, nextAt: number): void => {
      retry.run(nextAt, messageId);
    },
    /** Lets what waits on a channel wait until then. */
    postpone: (channel: OutboxChannel, until: number): void => {
      postpone.run(until, channel);
    },
    /** Marks what the last run of the program was sending as unclear; returns the channel of each event. */
    breakOff: (): OutboxChannel[] => breakOff.all(),
    /** How many messages went out on a channel since then, as far as they are not known to have failed. */
    sentSince: (channel: OutboxChannel, since: number): number => sentSince.get(channel, since) ?? 0,
    counts: (channel: OutboxChannel) => counts.get(channel) ?? { waiting: 0, unclear: 0, givenUp: 0 },
    /** Removes what waits on a channel. */
    drop: (channel: OutboxChannel): void => {
      drop.run(channel);
    },
  };
}

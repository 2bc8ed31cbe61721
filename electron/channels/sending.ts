import type { NoticeFacts } from '#shared/records/notice-sentence.ts';

/** A message to one channel. */
export type Message = {
  /** Stays the same over all attempts, so that a receiver can tell a repetition. */
  id: string;
  /** UTC ms. */
  at: number;
  isTest: boolean;
  title: string;
  /** One sentence a line. */
  text: string;
  /** What it tells of, for programs; `id` names the event. */
  events: (NoticeFacts & { id: string; line: string })[];
};

/**
 * What became of it. `not_taken`: certainly not, so it may be sent again. `unclear`: it may have arrived, and is not sent
 * again. The words never quote what was sent, a secret or an answer.
 */
export type Delivery =
  | { kind: 'sent' }
  | { kind: 'not_taken'; words: string; retryAfterMs?: number | null }
  | { kind: 'unclear'; words: string };

export type Send = (message: Message, signal: AbortSignal) => Promise<Delivery>;

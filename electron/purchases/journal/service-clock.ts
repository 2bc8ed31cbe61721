import type { Answer } from '../../marketplace/http/answer.ts';

/** How far the service's clock is ahead of ours, between these two, in ms. */
export type ClockOffset = { least: number; most: number };

/** The clock of the service as an answer's Date header gives it, which names the second that had begun; null without one. */
export const clockOffsetOf = ({
  serverDate,
  receivedAt,
}: Pick<Answer, 'serverDate' | 'receivedAt'>): ClockOffset | null =>
  serverDate === null ? null : { least: serverDate - receivedAt, most: serverDate + 1_000 - receivedAt };

/** Both of two, since a clock may have drifted, or been set, between them. */
export const widened = (one: ClockOffset | null, other: ClockOffset | null): ClockOffset | null =>
  one === null || other === null
    ? (one ?? other)
    : { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) };

import { retryAfter } from '../marketplace/http/retry-after.ts';

/**
 * The retry delay that the update channel requested, in milliseconds; null if none. electron-updater exposes an answer's
 * headers only in the error's text, as JSON over several lines.
 * @param now UTC ms
 */
export function channelWait(error: unknown, now: number): number | null {
  const whole = error instanceof Error ? error.message : '';
  // The headers stand at its end, or before the frames of a stack; what an answer said stands before them.
  const text = whole.length > 2 * LONGEST ? `${whole.slice(0, LONGEST)}\n${whole.slice(-LONGEST)}` : whole;
  const headers = new Headers();
  for (const [, name = '', value = ''] of text.matchAll(HEADER)) headers.set(name, value);
  return retryAfter(headers, null, now);
}

/** In characters: a channel's headers may have as many. */
const LONGEST = 64 * 1024;
const HEADER = /"(retry-after|date)":\s*(?:\[\s*)?"([\x20-\x7e]{1,100}?)"/giu;

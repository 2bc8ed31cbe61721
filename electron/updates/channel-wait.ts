import { retryAfter } from '../marketplace/http/retry-after.ts';

/**
 * The retry delay that the update channel requested, in milliseconds; null if none. electron-updater exposes an answer's
 * headers only in the error's text, as JSON over several lines.
 * @param now UTC ms
 */
export function channelWait(error: unknown, now: number): number | null {
  const text = error instanceof Error ? error.message : '';
  const headers = new Headers();
  for (const [, name = '', value = ''] of text.matchAll(HEADER)) headers.set(name, value);
  return retryAfter(headers, null, now);
}

const HEADER = /"(retry-after|date)":\s*(?:\[\s*)?"([\x20-\x7e]{1,100}?)"/giu;

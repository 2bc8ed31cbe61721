import { retryAfter } from '../marketplace/http/retry-after.ts';

/**
 * How long the update channel asked to be left alone, in milliseconds; null where it named no wait. electron-updater tells
 * an answer's headers in its error's text alone, as JSON over several lines.
 * @param now UTC ms
 */
export function channelWait(error: unknown, now: number): number | null {
  const text = error instanceof Error ? error.message : '';
  const headers = new Headers();
  for (const [, name = '', value = ''] of text.matchAll(HEADER)) headers.set(name, value);
  return retryAfter(headers, null, now);
}

const HEADER = /"(retry-after|date)":\s*\[?\s*"([\x20-\x7e]{1,100}?)"/giu;

/** Figures of a request in words. Pure. */

/** `812 B`, `64.2 kB`, `3.1 MB`: decimal units, as networks count. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `84 ms`, `2.4 s`. */
export function durationWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The HTTP status, or that no answer came. */
export const statusWords = (status: number | null): string =>
  status === null ? 'no answer' : String(status);

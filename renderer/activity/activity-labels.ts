/** A request's figures in words. Pure. */

/** `84 ms`, `2.4 s`. */
export function durationLabel(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The HTTP status, or that no answer came. */
export const statusLabel = (status: number | null): string =>
  status === null ? 'no answer' : String(status);

import type { Readable } from 'node:stream';

/** How much of both ends of a line that is too long is kept. */
const ENDS = 2_000;

/**
 * Calls `receive` for every line of a stream, and `tooLong` with the beginning and end of each that has more characters
 * than `longest`.
 */
export function readLines(
  stream: Readable,
  longest: number,
  receive: (line: string) => void,
  tooLong: (head: string, tail: string) => void,
): void {
  let held = '';
  /** The beginning of a line that is too long, while it is passed over. */
  let head: string | null = null;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (held + chunk).split('\n');
    held = parts.pop() ?? '';
    for (const part of parts) {
      if (head !== null || part.length > longest) tooLong(head ?? part.slice(0, ENDS), part.slice(-ENDS));
      else if (part.trim() !== '') receive(part);
      head = null;
    }
    if (head === null && held.length <= longest) return;
    head ??= held.slice(0, ENDS);
    held = held.slice(-ENDS);
  });
}

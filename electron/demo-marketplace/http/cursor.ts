import type { Books } from '../purchases/books.ts';
import { jsonDigest } from './json.ts';
import { refuseWith } from './problem.ts';

/** An opaque, signed offset, valid for one list with the same filters. */
export function writeCursor(books: Books, list: string, filters: unknown, offset: number): string {
  const body = Buffer.from(JSON.stringify([list, jsonDigest(filters ?? null).slice(0, 12), offset])).toString(
    'base64url',
  );
  return `${body}.${books.sign(body)}`;
}

/** The offset of a cursor; 0 without one. Refuses a forged cursor and that of another list or other filters. */
export function readCursor(books: Books, list: string, filters: unknown, cursor: unknown): number {
  if (cursor === undefined) return 0;
  const [body, signature] = String(cursor).split('.');
  if (body && signature === books.sign(body)) {
    const [of, digest, offset] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
      string,
      string,
      number,
    ];
    if (of === list && digest === jsonDigest(filters ?? null).slice(0, 12)) return offset;
  }
  return refuseWith(400, 'cursor_invalid', 'The cursor does not belong to this list.', {
    'invalid-params': [{ name: 'cursor', reason: 'does not belong to this list' }],
  });
}

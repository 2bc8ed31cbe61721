import type { Books } from '../purchases/books.ts';
import { jsonDigest } from './json.ts';
import { refuseWith } from './problem.ts';

/** An opaque, signed place in a list. It belongs to one list and one set of filters. */
export function writeCursor(books: Books, list: string, filters: unknown, offset: number): string {
  const body = Buffer.from(JSON.stringify([list, jsonDigest(filters ?? null).slice(0, 12), offset])).toString(
    'base64url',
  );
  return `${body}.${books.sign(body)}`;
}

/** The offset that a cursor stands for; 0 without one. Refuses a cursor of another list, other filters, or our own make. */
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

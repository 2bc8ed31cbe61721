import { jsonDigest } from './json.ts';
import { refuseWith } from './problem.ts';

const BETWEEN = '.';

/** An opaque offset, valid for one list with the same filters. */
export const writeCursor = (list: string, filters: unknown, offset: number): string =>
  Buffer.from([jsonDigest([list, filters ?? null]).slice(0, 16), offset].join(BETWEEN)).toString('base64url');

/** The offset of a cursor; 0 without one. Refuses that of another list or other filters, and anything else. */
export function readCursor(list: string, filters: unknown, cursor: unknown): number {
  if (cursor === undefined) return 0;
  const offset = Number(Buffer.from(String(cursor), 'base64url').toString().split(BETWEEN)[1]);
  if (writeCursor(list, filters, offset) === cursor) return offset;
  return refuseWith(400, 'cursor_invalid', 'The cursor does not belong to this list.', {
    'invalid-params': [{ name: 'cursor', reason: 'does not belong to this list' }],
  });
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAwardPage } from '#shared/award-search/response.ts';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { keyWithSource } from '#shared/record-kinds/source-keys.ts';
import { proves } from '#shared/testing/proves.ts';
import { createRecordKeys, idInContent, isWithoutId, keyForSource, sourceInKey } from './keys-without-id.ts';

/** The keys of a page of records with these IDs, in a file with this source name. */
function keysOf(source: string, ids: readonly string[]): string[] {
  const { rows } = readAwardPage({
    count: ids.length,
    cursor: 0,
    hasMore: false,
    data: ids.map((id) => rawRecord(id)),
  });
  const own = rows.map(({ record }) => ({
    ...record,
    recordId: keyWithSource(source, record.recordId),
  }));
  const keyOf = createRecordKeys(source, {
    rows: rows.map((row, at) => ({ ...row, record: own[at] ?? row.record })),
  });
  return own.map((record) => keyOf({ ...record, recordId: record.recordId ?? '' }));
}

it('records that are equal in all are told apart by their place among them', () => {
  const keys = keysOf('', ['', '', 'a', '']);
  const [first = '', second, id, third] = keys;
  expect([second, id, third]).toEqual([`${first} (2)`, 'a', `${first} (3)`]);
  expect(first.endsWith('}')).toBe(true);
});

it('a record has the key that a file makes which calls its source otherwise, with an ID of its own, a shared one or none', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'n/a', '', 'ü " \\ \u2028'), { minLength: 1, maxLength: 6 });
  const source = fc.constantFrom('', 'award_search:other', 'seat_offers', 'seat_offers:third');
  proves(0.65, [ids, source, source], (given, here, there) => {
    const keys = keysOf(here, given);
    expect(keys.map((key) => keyForSource(there, key))).toEqual(keysOf(there, given));
    // Also for an empty ID, whose key is the content.
    expect(keys.map(sourceInKey)).toEqual(keys.map(() => here));
    for (const [at, key] of keys.entries()) if (isWithoutId(key)) expect(idInContent(key)).toBe(given[at]);
    return given.length > 1;
  });
});

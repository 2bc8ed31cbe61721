import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST_OPENING, type Opening } from '#shared/opening.ts';
import { readOpening, storeOpening } from './opening-file.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'milepost-opening-'));

describe('how the page begins', () => {
  it('is as it was stored last', () => {
    const dir = folder();
    expect(readOpening(dir)).toEqual(FIRST_OPENING);
    const all: Opening[] = [
      { theme: 'dark', formats: { dates: 'ymd' }, landing: '/results?search=1&view=calendar' },
      { theme: 'light', formats: {}, landing: '/' },
    ];
    for (const opening of all) {
      storeOpening(dir, opening);
      expect(readOpening(dir)).toEqual(opening);
    }
  });

  it.each([
    ['nothing', ''],
    ['half of it', '{"theme":"da'],
    ['no object', 'null'],
    ['another theme', '{"theme":"\\"><script>","landing":"/"}'],
    ['formats that are no texts', '{"theme":"system","formats":{"dates":{"a":1}},"landing":"/"}'],
    ['a page elsewhere', '{"theme":"system","landing":"//evil.example/"}'],
    ['an address that is too long', JSON.stringify({ theme: 'system', landing: `/${'x'.repeat(8_000)}` })],
  ])('is as in a new folder where the file holds %s', (_what, text) => {
    const dir = folder();
    writeFileSync(join(dir, 'opening.json'), text);
    expect(readOpening(dir)).toEqual(FIRST_OPENING);
  });

  it('stays what it was where it cannot be stored', () => {
    const missing = join(folder(), 'missing');
    storeOpening(missing, { theme: 'dark', formats: {}, landing: '/' });
    expect(readOpening(missing)).toEqual(FIRST_OPENING);
  });
});

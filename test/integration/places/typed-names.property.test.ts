import fc from 'fast-check';
import { expect, it } from 'vitest';
import { provesInTime } from '#shared/testing/proves.ts';
import airports from '../../../electron/places/airports.json' with { type: 'json' };
import { createPlaces } from '../../../electron/places/places.ts';
import { mostUsedFirst } from '../../../renderer/places/most-used.ts';
import { matchRank, meantBy } from '../../../shared/places/meant.ts';

const { handlers } = createPlaces();
const suggest = (text: string) => handlers.suggestAirports({ text, limit: 40 });

const rows = airports as unknown as (readonly string[])[];
const codes = rows.flatMap(([code = '']) => code);
/** Airports by name or city, whole, begun, or with a letter left out. */
const typed = fc
  .tuple(
    fc.constantFrom(...rows),
    fc.constantFrom(1, 2),
    fc.constantFrom('whole', 'begun', 'wrong'),
    fc.nat(),
  )
  .map(([row, field, how, at]) => {
    const name = row[field] || row[1] || '';
    const place = at % Math.max(1, name.length);
    if (how === 'whole') return name;
    return how === 'begun' ? name.slice(0, place + 1) : name.slice(0, place) + name.slice(place + 1);
  });
const habits = fc
  .dictionary(fc.constantFrom(...codes), fc.integer({ min: 1, max: 99 }), { maxKeys: 8 })
  .map((uses) => new Map(Object.entries(uses)));

it('use never puts a worse match before a better one, nor changes the meaning of a text', async () => {
  let certain = 0;
  await provesInTime(
    0.2,
    [typed, habits, fc.nat(39)],
    async (text, uses, favourite) => {
      const found = await suggest(text);
      for (const code of found[favourite % Math.max(1, found.length)]?.codes ?? []) uses.set(code, 100);
      const order = mostUsedFirst(found, uses);
      expect(new Set(order)).toEqual(new Set(found));
      const ranks = order.map(({ match }) => matchRank(match));
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      const meant = meantBy(text, order);
      if (meant === null) return false;
      certain += 1;
      expect(meant).toEqual(meantBy(text, found));
      return true;
    },
    { numRuns: 60 },
  );
  expect(certain).toBeGreaterThan(0);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RecordFilter, RecordRow } from '#shared/contract/awards.ts';
import { daysBetween } from '#shared/dates.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { filter, pages, scope } from '../testing/arbitraries.ts';
import { record } from '../testing/recorded-both-ways.ts';
import { passes } from '../testing/reference-awards.ts';

const some = fc.oneof(filter, fc.constant<RecordFilter>({}));

const requested = pages.chain((random) => {
  const { runs, searches, storage } = record(random);
  storage.close();
  const column = fc.record({ scope: scope(runs, searches), filter: some });
  return fc.record({ random: fc.constant(random), outbound: column, back: column });
});

const choice = fc.record({
  filter: some,
  nightsMin: fc.integer({ min: 0, max: 3 }),
  nightsMax: fc.integer({ min: 3, max: 365 }),
  sameProgramme: fc.boolean(),
});

/** The value of a mile of some programmes, in millionths. */
const worth = fc.option(
  fc.dictionary(fc.constantFrom('united', 'Aeroplan'), fc.integer({ min: 1, max: 3 })),
  {
    nil: undefined,
  },
);

it('pairs what making every pair of two lists makes', async () => {
  await fc.assert(
    fc.asyncProperty(requested, choice, worth, async ({ random, outbound, back }, wanted, values) => {
      const stored = record(random);
      const rowsOf = (column: typeof outbound) =>
        stored
          .reference(column.scope)
          .filter((row) => row.available && passes(row, column.filter) && passes(row, wanted.filter));
      // Today is after some of the dates.
      const hasDeparted = ({ date }: { date: string | null }) => date !== null && date < '2026-11-20';
      const every = [rowsOf(outbound), rowsOf(back)] as const;
      const sides = every.map((rows) => rows.filter((row) => !hasDeparted(row)));
      const isEmpty = [outbound, back].some((column) => stored.reference(column.scope).length === 0);
      if (isEmpty) stored.storage.close();
      fc.pre(!isEmpty);
      const result = await stored.awards.handlers.pairs({
        ...wanted,
        outbound,
        back,
        limit: 500,
        ...(values && {
          values: Object.entries(values).map(([programme, units]) => ({
            programme,
            perMile: { currency: 'USD', units: String(units), exponent: 6 as const },
          })),
        }),
      });
      stored.storage.close();
      const isKnown = (row: { miles: number | null; date: string | null }) =>
        row.miles !== null && row.date !== null;
      const hasValue = (row: { programme: string }) => values === undefined || row.programme in values;
      const weight = (row: Pick<RecordRow, 'programme' | 'miles'>) =>
        (row.miles ?? 0) * (values === undefined ? 1 : (values[row.programme] ?? 0));
      const [there, home] = sides.map((side) => side.filter((row) => isKnown(row) && hasValue(row)));
      const pairs = (there ?? []).flatMap((out) =>
        (home ?? [])
          .filter((row) => !wanted.sameProgramme || row.programme === out.programme)
          .map((row) => ({ out, row, nights: daysBetween(out.date ?? '', row.date ?? '') }))
          .filter(({ nights }) => nights >= wanted.nightsMin && nights <= wanted.nightsMax),
      );
      expect(result.total).toBe(pairs.length);
      expect(result.pairs).toHaveLength(Math.min(500, pairs.length));
      const weights = pairs.map(({ out, row }) => weight(out) + weight(row)).sort((a, b) => a - b);
      expect(result.pairs.map((pair) => weight(pair.outbound) + weight(pair.back))).toEqual(
        weights.slice(0, 500),
      );
      sides.forEach((side, index) => {
        const part = index === 0 ? result.outbound : result.back;
        expect(part.departed).toBe(every[index]?.filter(hasDeparted).length);
        expect(part.withoutMiles).toBe(side.filter((row) => !isKnown(row)).length);
        expect(part.legs).toBe(side.filter((row) => isKnown(row) && hasValue(row)).length);
        expect(part.withoutValue).toEqual(
          [
            ...new Set(side.filter((row) => isKnown(row) && !hasValue(row)).map((row) => row.programme)),
          ].sort(),
        );
      });
      for (const pair of result.pairs) {
        expect(daysBetween(pair.outbound.date ?? '', pair.back.date ?? '')).toBe(pair.nights);
        expect(pair.totals.reduce((sum, { miles }) => sum + miles, 0)).toBe(
          (pair.outbound.miles ?? 0) + (pair.back.miles ?? 0),
        );
        expect(pair.totals.map(({ programme }) => programme)).toEqual([
          ...new Set([pair.outbound.programme, pair.back.programme]),
        ]);
      }
    }),
    { numRuns: propertyRuns(30, 150) },
  );
});

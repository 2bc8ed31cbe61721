/** The cost of a search is the sum of its pages' costs, even if the service later changes their charges. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { createReader } from '../../storage/sql.ts';
import { createPageRecorder } from '../record/page-recorder.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';
import { savedSearches } from './saved-searches.ts';

const amount = fc.record({
  currency: fc.constantFrom('USD', 'EUR'),
  units: fc.oneof(fc.bigInt(0n, 3n), fc.constant(10n ** 30n)).map(String),
  exponent: fc.constantFrom(2, 6),
});
const step = fc.oneof(
  fc.record({
    kind: fc.constant('buy' as const),
    cabin: fc.constantFrom('business', 'first'),
    goesOn: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('charged' as const, 'price' as const),
    which: fc.nat(9),
    amount: fc.option(amount, { nil: null }),
  }),
  fc.record({ kind: fc.constantFrom('build anew' as const, 'clear' as const) }),
);

const totals = (amounts: readonly Amount[]) =>
  totalsByCurrency(amounts).sort((a, b) => (a.currency < b.currency ? -1 : 1));

it('costs what its pages cost', () => {
  proves(
    0.15,
    [fc.array(step, { maxLength: 25 })],
    (steps) => {
      const { awards, storage, buy } = storeAwards();
      const { db } = storage;
      const runs = new Map<string, number>();
      const bought: { purchaseId: string; cabin: 'business' | 'first' }[] = [];
      try {
        for (const happening of steps) {
          if (happening.kind === 'buy') {
            const { cabin, goesOn } = happening;
            const runId = goesOn ? runs.get(cabin) : undefined;
            const made = buy(answer([rawRecord('a')]), {
              input: request({ cabin: cabin === 'first' ? 'first' : 'business' }),
              ...(runId === undefined ? {} : { runId }),
            });
            runs.set(cabin, made.runId);
            bought.push({ purchaseId: made.purchaseId, cabin: cabin === 'first' ? 'first' : 'business' });
          } else if (happening.kind === 'charged' || happening.kind === 'price')
            db.prepare(`UPDATE purchases SET ${happening.kind} = ? WHERE id = ?`).run(
              happening.amount === null ? null : JSON.stringify(happening.amount),
              bought[happening.which % Math.max(1, bought.length)]?.purchaseId ?? '',
            );
          else if (happening.kind === 'build anew') awards.rebuild();
          else {
            createPageRecorder(storage, () => 'demo').clear();
            bought.length = 0;
            runs.clear();
          }
          const costs = savedSearches(createReader(db), 'demo', '2026-11-20').map(({ criteria, cost }) => ({
            cabin: criteria.cabin,
            cost: totals(cost),
          }));
          for (const { cabin, cost } of costs) {
            const own = bought.filter((one) => one.cabin === cabin);
            const paid = own.flatMap(({ purchaseId }) => {
              const text = db
                .prepare<[string], string | null>(
                  'SELECT coalesce(charged, price) FROM purchases WHERE id = ?',
                )
                .pluck()
                .get(purchaseId);
              return typeof text === 'string' ? [JSON.parse(text) as Amount] : [];
            });
            expect(cost).toEqual(totals(paid));
          }
        }
        return bought.length > 1;
      } finally {
        storage.close();
      }
    },
    { numRuns: propertyRuns(100, 1_000) },
  );
});

/** Totals that are read as they were counted are those of a full count, whatever changed, and in whichever zone. */
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { AccountsByDay } from '#shared/contract/purchase-accounts.ts';
import type { Amount } from '#shared/money.ts';
import { PURCHASE_STATES } from '#shared/purchase/state.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import type { Storage } from '../../storage/open.ts';
import { emptyDataFile } from '../../storage/testing/empty-data-file.ts';
import { COLUMNS, type Entry, NOT_QUOTED_YET, toColumn } from '../journal/entry.ts';
import { openJournal } from '../journal/journal.ts';
import { openMonths } from '../journal/purchase-months.ts';
import { referenceAccounts } from '../testing/reference-accounts.ts';
import { accountsOver } from './accounts.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 2, 1);
/** Some three months, with the hours around their bounds more often than others. */
const instant = fc.oneof(
  fc.integer({ min: 0, max: 90 * 24 }).map((hours) => FIRST + hours * HOUR),
  fc
    .tuple(fc.nat(3), fc.integer({ min: -14, max: 14 }))
    .map(([month, hours]) => Date.UTC(2026, 2 + month, 1, hours)),
);
const amount: fc.Arbitrary<Amount> = fc.record({
  currency: fc.constantFrom('USD', 'EUR'),
  units: fc.oneof(fc.bigInt(-5n, 50_000n), fc.constant(0n), fc.constant(10n ** 30n)).map(String),
  exponent: fc.constantFrom(2, 6),
});
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const facts = {
  state: fc.constantFrom(...PURCHASE_STATES),
  submittedAt: nullable(instant),
  price: nullable(amount),
  ceiling: nullable(amount),
  charged: nullable(amount),
  chargeState: nullable(fc.constantFrom('paid', 'refunded', 'outcome_unknown')),
  chargeOddity: nullable(fc.constant({ kind: 'negative' as const, known: 'USD -1' })),
  toolTitle: fc.constantFrom('Award search', 'Seats'),
};
const money = fc.record(facts);
/** What an event or a merged backup changes of a purchase. */
const changes: fc.Arbitrary<Partial<Money>> = fc.oneof(
  money,
  ...Object.entries(facts).map(([name, values]) =>
    (values as fc.Arbitrary<unknown>).map((value) => ({ [name]: value })),
  ),
);
const filter = fc.record(
  {
    from: instant,
    until: instant,
    toolId: fc.constantFrom('a', 'b'),
    currency: fc.constantFrom('USD', 'EUR'),
    states: fc.subarray([...PURCHASE_STATES]),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      money,
      demo: fc.boolean(),
      toolId: fc.constantFrom('a', 'b'),
      createdAt: instant,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), which: fc.nat(9), changes }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      // Of everything drawn at once nearly nothing is left: each also by itself.
      filter: fc.oneof(
        filter,
        filter.map(({ currency }) => ({ currency })),
        filter.map(({ states }) => ({ states })),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('travel' as const),
      to: fc.constantFrom('UTC', 'Pacific/Auckland', 'America/New_York'),
    }),
  },
);

/** The same lists in an order of their own: of totals and lines only which they are counts. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(inOrder).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inOrder(member)]));
}
/** As whom a Tool counts is known; what it is called, where two were submitted at once, is either name. */
const comparable = (accounts: AccountsByDay) =>
  inOrder({ ...accounts, byTool: accounts.byTool.map(({ title: _title, ...line }) => line) });

type Money = typeof money extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Bought = { money: Money; demo: boolean; toolId: string; createdAt: number };

const entryOf = (id: string, { money, demo, toolId, createdAt }: Bought): Entry => ({
  ...NOT_QUOTED_YET,
  ...money,
  id,
  demo,
  toolId,
  createdAt,
  toolRef: toolId,
  marketplace: 'https://market.example',
  account: null,
  keyMark: 'mark',
  providerName: null,
  title: 'a search',
  input: {},
  requestDigest: id,
  continuesRun: null,
  interpretation: null,
  updatedAt: createdAt,
});

/** As a merged backup changes a purchase: past the journal. */
function change({ db }: Storage, id: string, changes: Partial<Money>): void {
  const fields = Object.keys(changes) as (keyof Money)[];
  if (fields.length === 0) return;
  db.prepare(
    `UPDATE purchases SET ${fields.map((field) => `${COLUMNS[field]} = ?`).join(', ')} WHERE id = ?`,
  ).run(...fields.map((field) => toColumn(field, changes[field])), id);
}

it('counts by month what a full count counts', () => {
  proves(
    0.35,
    [fc.array(step, { maxLength: 40 }), fc.boolean()],
    (steps, isReadOnly) => {
      process.env.TZ = 'UTC';
      const storage = emptyDataFile();
      try {
        const journal = openJournal(storage, () => FIRST);
        const over = { journal, months: openMonths(storage, journal) };
        const ids: string[] = [];
        for (const happening of steps) {
          if (happening.kind === 'travel') process.env.TZ = happening.to;
          else if (happening.kind === 'buy') {
            const id = `p${ids.length}`;
            ids.push(id);
            journal.open(entryOf(id, happening), 'Bought.');
          } else if (happening.kind === 'change') {
            const id = ids[happening.which % Math.max(1, ids.length)];
            if (id !== undefined) change(storage, id, happening.changes);
          }
          for (const kind of ['real', 'demo'] as const) {
            const wanted = { ...(happening.kind === 'read' ? happening.filter : {}), days: 3 };
            if (isReadOnly) storage.db.pragma('query_only = ON');
            const counted = accountsOver(over, wanted, kind);
            storage.db.pragma('query_only = OFF');
            for (const lines of [
              counted.byMonth.map(({ month }) => month),
              counted.byDay.map(({ day }) => day),
            ])
              expect(lines).toEqual(lines.toSorted());
            expect(comparable(counted)).toEqual(comparable(referenceAccounts(storage.db, wanted, kind)));
          }
        }
        return steps.filter(({ kind }) => kind === 'buy').length > 1;
      } finally {
        storage.close();
      }
    },
    { numRuns: propertyRuns(150, 3_000) },
  );
});

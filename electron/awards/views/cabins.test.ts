import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { everything, openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

/** One route searched in business, in economy and without a cabin. */
function threeCabins() {
  const opened = openedAwards();
  const { cabin: _cabin, ...open } = request();
  const ask = (input: object, miles: string) =>
    opened.buy(answer([rawRecord(`at-${miles}`, { JMileageCost: miles })]), { input }).runId;
  const runIds = [ask(request(), '80000'), ask(request({ cabin: 'economy' }), '20000'), ask(open, '30000')];
  return { ...opened, runIds };
}

const route: Scope = { kind: 'matching', origins: ['JFK'], destinations: ['LHR'] };

it('says which cabins a scope mixes, in the order of the contract, and which it can be narrowed to', () => {
  const { scope, runIds } = threeCabins();
  const together: Scope = { kind: 'several', runIds, searchIds: [] };
  for (const mixed of [route, together]) {
    expect(scope(mixed)).toMatchObject({
      cabin: null,
      cabins: ['economy', 'business', ''],
    });
  }
  expect(scope({ kind: 'run', runId: runIds[0] ?? 0 })).toMatchObject({
    cabin: 'business',
    cabins: ['business'],
  });
});

it('shows one cabin of several runs or of a route alone, also what was searched without one', () => {
  const { scope, records, runIds } = threeCabins();
  const together: Scope = { kind: 'several', runIds, searchIds: [] };
  for (const mixed of [route, together]) {
    for (const [cabin, miles] of [
      ['business', 80_000],
      ['economy', 20_000],
      ['', 30_000],
    ] as const) {
      const narrowed = { ...mixed, cabin };
      expect(records({ scope: narrowed, ...everything }).rows.map((row) => row.miles)).toEqual([miles]);
      expect(scope(narrowed)).toMatchObject({
        records: 1,
        cabin: cabin || null,
        cabins: [cabin],
        storedCabins: ['economy', 'business', ''],
      });
    }
    // Text from outside is not executed as SQL.
    expect(records({ scope: { ...mixed, cabin: "x') OR 1 --" }, ...everything }).total).toBe(0);
  }
});

it('does not offer a cabin that has no record on the days of a scope', () => {
  const { buy, scope } = openedAwards();
  buy(answer([rawRecord('a')]));
  buy(answer([rawRecord('b', { Date: '2027-05-01' })]), { input: request({ cabin: 'first' }) });
  expect(scope({ ...route, from: '2027-03-01', until: '2027-03-31' })).toMatchObject({
    storedCabins: ['business'],
  });
});

it('tells the runs of a route apart by cabin, and of a compared column which cabins it mixes', async () => {
  const { awards, runIds } = threeCabins();
  const runs = await awards.handlers.timeline({ scope: route, filter: {} });
  expect(runs.map(({ cabin, cheapest }) => [cabin, cheapest])).toEqual([
    ['business', 80_000],
    ['economy', 20_000],
    ['', 30_000],
  ]);
  const { columns } = await awards.handlers.compare({
    columns: [route, { ...route, cabin: '' }, { kind: 'run' as const, runId: runIds[0] ?? 0 }].map(
      (scope) => ({
        scope,
        filter: {},
      }),
    ),
    filter: {},
  });
  expect(columns.map(({ cabins, cheapest }) => [cabins, cheapest])).toEqual([
    [['economy', 'business', ''], 20_000],
    [[''], 30_000],
    [['business'], 80_000],
  ]);
});

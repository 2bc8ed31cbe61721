/** Figures of docs/insights.md from records over time, each computed by hand in the comment above it. */
import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { addDays } from '#shared/dates.ts';
import { appearsLabel, priceLabel, staysLabel, stillThereLabel } from '#shared/records/insight-labels.ts';
import { openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

const DAY_MS = 86_400_000;
const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const SUBJECT = { origins: ['JFK'], destinations: ['LHR'], programme: 'united', cabin: 'business' };

function opened() {
  const { awards, buy, records } = openedAwards();
  return {
    awards,
    /** A complete run of these days that returns these miles. */
    run(on: string, [from, until]: readonly [string, string], miles: Readonly<Record<string, number>>) {
      const seen = Object.entries(miles).map(([date, cost]) =>
        rawRecord(`of ${date}`, { Date: date, JMileageCost: String(cost) }),
      );
      buy(answer(seen), { input: request({ start_date: from, end_date: until }), at: at(on) });
    },
    versionOf(date: string): number {
      const { rows } = records({
        scope: { kind: 'matching', origins: ['JFK'], destinations: ['LHR'], from: date, until: date },
        filter: {},
        sort: [],
        offset: 0,
        limit: 1,
      });
      return rows[0]?.versionId ?? 0;
    },
  };
}

/** Every day from the first to the last of a month at one price. */
const each = (month: string, first: number, last: number, miles: number) =>
  Object.fromEntries(
    Array.from({ length: last - first + 1 }, (_, place) => [
      addDays(`${month}-01`, first - 1 + place),
      miles,
    ]),
  );

/*
 * Seen on       | dates of travel        | miles  | days before departure
 * 1 Dec 2026    | 1 to 10 March 2027     | 50,000 |  90 to  99   (60 to 119)
 *               | 11 to 19 March         | 60,000 | 100 to 108   (60 to 119)
 *               | 20 to 24 March         | 70,000 | 109 to 113   (60 to 119)
 *               | 25 March               | 60,000 | 114          (60 to 119)
 * 15 Dec 2026   | 20 and 21 March        | 45,000 |  95 and  96  (60 to 119)
 * 20 Jan 2027   | 1 March                | 80,000 |  40          (30 to  59)
 * 20 Jan 2027   | 1 April                | 55,000 |  71          (60 to 119)
 */
it('a price stands where it was counted to stand, among ever wider dates', async () => {
  const { awards, run, versionOf } = opened();
  run('2026-12-01', ['2027-03-01', '2027-03-25'], {
    ...each('2027-03', 1, 10, 50_000),
    ...each('2027-03', 11, 19, 60_000),
    ...each('2027-03', 20, 24, 70_000),
    ...each('2027-03', 25, 25, 60_000),
  });
  run('2026-12-15', ['2027-03-20', '2027-03-21'], each('2027-03', 20, 21, 45_000));
  run('2027-01-20', ['2027-03-01', '2027-03-01'], each('2027-03', 1, 1, 80_000));
  run('2027-01-20', ['2027-04-01', '2027-04-01'], each('2027-04', 1, 1, 55_000));
  const price = (date: string) => awards.insights.price({ versionId: versionOf(date) });

  // 25 March: 24 other dates of March 60 to 119 days out. 12 cheaper (1 to 10, and 20 and 21 at their fewest), 9 the same
  // (11 to 19), 3 dearer (22 to 24): (3 + 9 / 2) / 24 = 31.25 %, rounded down.
  const own = await price('2027-03-25');
  expect(own).toMatchObject({ basis: 'month_and_lead', dates: 24, cheaper: 12, same: 9, dearer: 3 });
  expect(own.since).toBe(at('2026-12-01'));
  expect(own.points[0]).toMatchObject({
    ...{ miles: 45_000, date: '2027-03-20', at: at('2026-12-15') },
    source: { runId: 2, purchaseId: 'p2', callRef: 'call-p2' },
  });
  expect(priceLabel(own)).toContain('31% of 24');

  // 1 March as it is now, 40 days out: no other date was seen then, so all 24 of March, which are all cheaper.
  expect(await price('2027-03-01')).toMatchObject({
    basis: 'month',
    dates: 24,
    cheaper: 24,
    same: 0,
    dearer: 0,
  });

  // 1 April is alone in its month: all 25 of March. 12 cheaper, 9 + 3 + 1 dearer: 13 / 25 = 52.
  const alone = await price('2027-04-01');
  expect(alone).toMatchObject({ basis: 'all', dates: 25, cheaper: 12, same: 0, dearer: 13 });
  expect(priceLabel(alone)).toContain('52% of 25');
});

it.each([
  [19, null],
  [20, 'month_and_lead'],
] as const)('among %d other dates a price is compared with %s', async (others, basis) => {
  const { awards, run, versionOf } = opened();
  run('2026-12-01', ['2027-03-01', '2027-03-31'], {
    ...each('2027-03', 1, others, 50_000),
    ...each('2027-03', 25, 25, 40_000),
  });
  const found = await awards.insights.price({ versionId: versionOf('2027-03-25') });
  expect(found).toMatchObject({ basis, dates: others, dearer: basis === null ? 0 : others });
});

/*
 * Days before departure at which each date was read, with space (+) or without (-):
 *
 * dates          | read                               | appeared    | removed after
 * 9: 1 to 9 May  | -330 +318 +316 -313 -308           | 330 to 318  | 2 to 5 days
 * 2: 10, 11 May  | -340 +310 -300                     | 340 to 310  | 0 to 10 days
 * 3: 12 to 14 May| -100 +90 +60                       | 100 to 90   | 30 days or more
 *
 * Turnbull: the innermost intervals that no end of another cuts are 330 to 318 and 100 to 90. What appeared between 340 and
 * 310 can only have appeared in the first, so the shares are 11/14 and 3/14. A quarter and three quarters of the dates both
 * lie in the first (11/14 = 0.79): between 330 and 318 days out, which holds for certain for 9 dates.
 * Removed: 2 to 5 days and 30 or more, with 11/14 and 3/14 likewise. Half of the dates: 2 to 5 days.
 */
const READ: readonly (readonly [first: number, last: number, reads: readonly number[]])[] = [
  [1, 9, [-330, 318, 316, -313, -308]],
  [10, 11, [-340, 310, -300]],
  [12, 14, [-100, 90, 60]],
];

function readOverTime() {
  const over = opened();
  const reads = READ.flatMap(([first, last, leads]) =>
    Array.from({ length: last - first + 1 }, (_, place) => addDays('2027-05-01', first - 1 + place)).flatMap(
      (date) => leads.map((lead) => ({ date, on: addDays(date, -Math.abs(lead)), isSeen: lead > 0 })),
    ),
  ).sort((a, b) => a.on.localeCompare(b.on));
  for (const { date, on, isSeen } of reads) over.run(on, [date, date], isSeen ? { [date]: 50_000 } : {});
  return over;
}

it('space comes and stays as its bounds were computed', async () => {
  const space = await readOverTime().awards.insights.space(SUBJECT);
  expect(space).toMatchObject({
    dates: 14,
    seen: 14,
    appears: { from: 330, until: 318, within: 9 },
    stays: { least: 2, most: 5, dates: 14 },
  });
  expect(appearsLabel(space)).toContain('between 330 and 318 days out on 9 of 14 dates');
  expect(staysLabel(space)).toContain('within 2 to 5 days');
});

/*
 * Twelve dates whose first run saw space, 151 to 162 days out, and nobody read them before: it came then, or at any time
 * before, which is no day to refresh from. Read without space a day before that, it came between the two: each date in a
 * stretch of its own, 163 to 162 days out at the earliest. A quarter of the dates had come in the third, 161 to 160.
 */
it.each([
  [[], null],
  [['2026-11-30'], { lead: 161, from: '2026-12-01' }],
])('a day to refresh from is named where runs before it read none: %j', async (empty, refresh) => {
  const { awards, run } = opened();
  for (const on of empty) run(on, ['2027-05-01', '2027-05-12'], {});
  run('2026-12-01', ['2027-05-01', '2027-05-12'], each('2027-05', 1, 12, 50_000));
  const space = await awards.insights.space({ ...SUBJECT, travelFrom: '2027-05-11' });
  expect(space).toMatchObject({ seen: 12, refresh });
});

/*
 * Of 12 May, which was seen last; the other dates are 9, 2 and 2.
 *
 * age     | the 9                    | the 2 of 10, 11 May      | the 2 of 13, 14 May      | still there
 * 2 days  | + at 0, + at 2: there    | + at 0, - at 10: either  | + at 0, + at 30: there   | 11 to 13 of 13
 * 3 days  | + at 2, - at 5: either   | + at 0, - at 10: either  | + at 0, + at 30: there   |  2 to 13 of 13
 * 6 days  | - at 5, - at 10: removed | either                   | there                    |  2 to  4 of 13
 * 11 days | nothing was read so late | nothing was read so late | there                    | 2 dates: too few
 */
it.each([
  [2, 13, { least: 11, most: 13 }],
  [3, 13, { least: 2, most: 13 }],
  [6, 13, { least: 2, most: 4 }],
  [11, 2, null],
])('at %d days, of %d dates so many are still there: %j', async (days, dates, bounds) => {
  const { awards, versionOf } = readOverTime();
  const found = await awards.insights.stillThere({
    versionId: versionOf('2027-05-12'),
    age: days * DAY_MS,
  });
  expect(found).toMatchObject({ dates, bounds });
  expect(stillThereLabel(found)).toContain(bounds === null ? 'Too few' : `Of 13 like it`);
});

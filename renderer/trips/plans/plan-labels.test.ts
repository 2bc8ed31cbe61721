import { describe, expect, it } from 'vitest';
import type { MatrixCell, PlanTotals, PlanWarning } from '#shared/contract/planning.ts';
import { shortMiles } from '#shared/formats.ts';
import {
  cellFigure,
  cellLabel,
  changeLabel,
  differenceLabel,
  kindsLabel,
  matrixLegend,
  milesLabels,
  noPlanLabel,
  oddsLabel,
  payingLabels,
  taxesLabel,
  warningLabel,
  whoPaysLabel,
} from './plan-labels.ts';

const totals = (part: Partial<PlanTotals> = {}): PlanTotals => ({
  miles: [{ programme: 'united', each: 60_000, all: 120_000 }],
  milesAll: 120_000,
  transfers: [],
  moves: [],
  left: [],
  short: [],
  pays: 'own',
  taxes: [],
  legsNotKnown: 2,
  value: null,
  ...part,
});
const TODAY = '2027-01-01';

describe('what a plan costs', () => {
  it('is stated for everybody and for each, by programme', () => {
    expect(milesLabels(totals(), 2)).toEqual(['120,000 United MileagePlus for 2, 60,000 each']);
    expect(milesLabels(totals({ miles: [{ programme: 'united', each: 60_000, all: 60_000 }] }), 1)).toEqual([
      '60,000 United MileagePlus',
    ]);
  });

  it('names transfers with ratio, steps and bonus, what is pooled, what is left and what is short', () => {
    const line = { bank: 'amex', programme: 'united', points: 5, miles: 4, minimum: 1000, step: 1000 };
    const words = payingLabels(
      totals({
        transfers: [
          {
            owner: 'Ana',
            line: { ...line, bonusPercent: 25, bonusUntil: '2027-02-01' },
            points: 50_000,
            miles: 50_000,
          },
        ],
        moves: [{ owner: 'Ben', from: 'iberia', to: 'british_airways', toOwner: 'Ana', miles: 3_000 }],
        left: [{ owner: 'Ben', kind: 'programme', name: 'united', points: 9_000 }],
      }),
      TODAY,
    );
    expect(words[0]).toContain('Ana: move 50,000');
    expect(words[0]).toContain('5 : 4, 25% more until');
    expect(words[1]).toContain('3,000 Iberia Club');
    expect(words[2]).toContain('9,000 United MileagePlus');
    expect(
      payingLabels(totals({ pays: 'short', short: [{ programme: 'united', by: 7 }] }), TODAY),
    ).toHaveLength(1);
  });

  it('says what is not known of taxes', () => {
    expect(taxesLabel(totals())).toBe('Taxes not known');
    const taxes = [{ currency: 'USD', units: '41240', exponent: 2 }];
    expect(taxesLabel(totals({ taxes, legsNotKnown: 0 }))).toBe('USD 412.40 taxes');
    expect(taxesLabel(totals({ taxes, legsNotKnown: 1 }))).toContain('1 flight');
  });

  it('names who pays only where that is not one owner', () => {
    const leg = (paidBy: string | null) => ({ paidBy }) as never;
    expect(whoPaysLabel({ legs: [leg('You'), leg('You')] })).toBeNull();
    expect(whoPaysLabel({ legs: [leg('Ana'), leg('Ben')] })).toMatch(/Ana .*1 .*Ben .*2/u);
  });
});

it('shows chances between their bounds, and none where none are known', () => {
  const known = { odds: { of: 13, least: 2, most: 13, like: 'route' as const } };
  const unknown = { odds: null };
  expect(oddsLabel({ odds: { least: 40, most: 62 }, legs: [known] })).toBe(
    '40% to 62% that all is still there',
  );
  expect(oddsLabel({ odds: null, legs: [unknown, unknown] })).toContain('like it');
  // Never that too few were read beside how many were.
  expect(oddsLabel({ odds: null, legs: [known, unknown] })).toContain('like flight 2');
});

it('names a plan by all that it is best of', () => {
  expect(kindsLabel({ kinds: ['cheapest', 'most_certain'] })).toBe('Cheapest, most certain');
});

it('has words for every warning and every reason without a plan', () => {
  const warnings: PlanWarning[] = [
    { code: 'separate_tickets', tickets: 2 },
    { code: 'other_airport', leg: 1, at: 'departs', from: 'HND', to: 'NRT', km: 60 },
    { code: 'other_airport', leg: 1, at: 'lands', from: 'LHR', to: 'LGW', km: null },
    { code: 'same_day', leg: 1 },
    { code: 'night_between', leg: 1 },
    { code: 'seats_not_stated', leg: 0 },
    { code: 'fewer_seats_on_flight', leg: 0, seats: 1 },
    { code: 'mixed_cabin', leg: 0, cabins: ['economy'], percent: 12 },
    { code: 'taxes_not_known', legs: [0, 1] },
    { code: 'no_mile_value', programmes: ['united'] },
    { code: 'payment', words: 'Its ratio is old.' },
  ];
  const said = warnings.map(warningLabel);
  expect(new Set(said).size).toBe(warnings.length);
  expect(said[1]).toContain('60 km');
  expect(said[2]).toContain('distance not known');
  expect(said[7]).toContain('12% of the way');
  for (const reason of [
    'past',
    'flights_apart',
    'nothing_stored',
    'leg_without_records',
    'nothing_fits',
  ] as const)
    expect(noPlanLabel(reason, []).words).toMatch(/\.$/);
});

it('names the flights that have no record, and those that do not meet', () => {
  const titleOf = (candidates: readonly number[]) =>
    noPlanLabel(
      'leg_without_records',
      candidates.map((count) => ({ candidates: count, isApart: false })),
    ).title;
  expect(titleOf([3, 0])).toMatch(/^Flight 2 has no/u);
  expect(titleOf([0, 0])).toMatch(/^No flight/u);
  expect(titleOf([0, 1, 0, 1, 0, 1])).toMatch(/^Flights 1, 3.* 5 have no/u);
  const apart = [false, true, false].map((isApart) => ({ candidates: 0, isApart }));
  expect(noPlanLabel('flights_apart', apart).title).toMatch(/^Flights 1 and 2 do/u);
  const both = [false, true, true].map((isApart) => ({ candidates: 0, isApart }));
  expect(noPlanLabel('flights_apart', both).title).toMatch(/1 and 2 .*nor 2 and 3$/u);
});

it('a difference says what it is, at least, or that nothing of it was read', () => {
  expect(differenceLabel({ total: 1, miles: -22_000, read: 'all' })).toBe('−22,000');
  expect(differenceLabel({ total: 1, miles: -22_000, read: 'part' })).toBe('at least −22,000');
  expect(differenceLabel({ total: 1, miles: 5_000, read: 'all' })).toBe('+5,000');
  // Days that were never read may have less.
  for (const read of ['part', 'none'] as const) {
    expect(differenceLabel({ total: 1, miles: 5_000, read })).toBe('at most +5,000');
    expect(differenceLabel({ total: 1, miles: 0, read })).toBe('at most the same');
  }
  expect(differenceLabel({ total: 240_000, miles: null, read: 'part' })).toBe('at most 240,000 in all');
  expect(differenceLabel({ total: null, miles: null, read: 'none' })).toBe('not read');
  expect(changeLabel({ change: { kind: 'days', days: -3 } })).toBe('3 days earlier');
});

it('a day pair is a figure, a bound, no space or a dash', () => {
  const cell = (part: Partial<MatrixCell> = {}): MatrixCell => ({
    miles: 120_000,
    value: null,
    programmes: ['united'],
    pays: 'own',
    paidBy: ['Ana'],
    read: 'all',
    isUnstated: false,
    versionIds: [1, 2],
    ...part,
  });
  expect(cellFigure(cell(), shortMiles)).toBe('120k');
  expect(cellFigure(cell({ read: 'part' }), shortMiles)).toBe('≤ 120k');
  expect(cellFigure(cell({ miles: null, read: 'none' }), shortMiles)).toBe('–');
  expect(cellFigure(cell({ miles: null }), shortMiles)).toBe('none');
  expect(cellLabel(cell(), 10)).toBe('10 nights: 120,000 miles, United MileagePlus, bookable now, Ana pays');
  expect(cellLabel(cell({ pays: 'pooled', paidBy: ['Ben'] }), 10)).toMatch(/with pooled miles, Ben pays$/u);
  expect(cellLabel(null, 2)).toContain('not what the trip asks for');
  expect(cellFigure(cell({ isUnstated: true }), shortMiles)).toBe('120k ?');
  expect(matrixLegend({ isPart: false, cells: [[cell(), null]] })).not.toMatch(/≤|–|\?|Crossed/u);
  expect(
    matrixLegend({ isPart: true, cells: [[cell({ read: 'part', isUnstated: true, pays: 'short' })]] }),
  ).toMatch(/part of the window.*≤.*\?.*Crossed/u);
});

import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { WatchRule } from '#shared/contract/watchlist.ts';
import { createReader } from '../../storage/sql.ts';
import { storeAwards } from '../testing/stored-awards.ts';
import { newMatches, pageOf } from './new-matches.ts';

const RULE: WatchRule = { milesBelow: null, seatsMin: null, direct: false, cheapestPercent: 10 };

/** A record on each of the first days of March at these thousands of miles. */
const page = (thousands: readonly number[]) =>
  answer(
    thousands.map((miles, place) =>
      rawRecord(`record-${place}`, {
        Date: `2027-03-${String(place + 1).padStart(2, '0')}`,
        JMileageCost: String(miles * 1_000),
      }),
    ),
  );
const rising = (count: number) => Array.from({ length: count }, (_, place) => 50 + place);

function opened() {
  const { buy, storage } = storeAwards();
  const reader = createReader(storage.db);
  return (thousands: readonly number[], rule: Partial<WatchRule> = {}) => {
    const { purchaseId } = buy(page(thousands));
    const recorded = pageOf(reader, purchaseId);
    if (recorded === null) throw new Error('The page was not recorded.');
    return newMatches(reader, recorded, { ...RULE, ...rule }).map(({ match }) => match.miles);
  };
}

it('finds what is among the cheapest of the other dates, with all else that is asked for', () => {
  expect(opened()(rising(21))).toEqual([50_000, 51_000, 52_000]);
  expect(opened()(rising(21), { milesBelow: 52_000 })).toEqual([50_000, 51_000]);
});

it('finds nothing where too few dates are there to say', () => {
  expect(opened()(rising(20))).toEqual([]);
});

it('finds a record again once it costs less, and not because more dates are known', () => {
  const matches = opened();
  matches(rising(21));
  // The fourth is among the cheapest now: 27 of 30 cost more.
  expect(matches(rising(31))).toEqual([]);
  expect(matches(rising(31).map((miles, place) => (place === 20 ? 49 : miles)))).toEqual([49_000]);
});

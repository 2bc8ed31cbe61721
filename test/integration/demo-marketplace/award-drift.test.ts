import { expect, it } from 'vitest';
import { searchAwards } from '../../../electron/demo-marketplace/award-space/award-search.ts';
import { drifted } from '../../support/marketplace/award-drift.ts';

const REQUEST = {
  origin_airport: 'JFK,EWR,LGA',
  destination_airport: 'LHR,LGW,LCY',
  start_date: '2026-12-01',
  end_date: '2027-01-31',
  take: 100,
};

it('deviates from the contract only as configured', async () => {
  const answer = { ...(await searchAwards(REQUEST, Date.UTC(2026, 10, 20, 9))) };
  expect(drifted(answer, {}, true)).toEqual(answer);
  const more = drifted(answer, { extraMembers: true }, true).data as object[];
  expect(more[0]).toMatchObject({
    ...answer.data[0],
    AvailabilityTrips: null,
    WAvailable: expect.any(Boolean),
  });
  const broken = drifted(answer, { brokenEvery: 7 }, false).data as unknown[];
  const same = broken.filter((row, index) => JSON.stringify(row) === JSON.stringify(answer.data[index]));
  expect(same).toHaveLength(100 - 14);
});

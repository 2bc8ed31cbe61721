import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { openedAwards } from '../testing/opened-awards.ts';
import { request } from '../testing/stored-awards.ts';

const TODAY = '2026-11-20';
const of = (start: string, end: string, change: Record<string, unknown> = {}) =>
  request({ start_date: start, end_date: end, ...change });

it('shows which days of a request complete runs have read, by the newest of them, and which none has', async () => {
  const { buy, awards } = openedAwards();
  const { reads } = awards;
  buy(answer([rawRecord('a')]), { input: of('2027-03-01', '2027-03-10'), at: 1000 });
  buy(answer([]), { input: of('2027-03-05', '2027-03-12'), at: 2000 });
  const route = { source: '', provider: '', origin: 'JFK', destination: 'LHR' };
  expect(await reads.coveredDays('demo', of('2027-03-03', '2027-03-20'), TODAY)).toEqual({
    read: [
      { ...route, from: '2027-03-03', until: '2027-03-04', runId: 1, at: 1000 },
      { ...route, from: '2027-03-05', until: '2027-03-12', runId: 2, at: 2000 },
    ],
    notRead: [{ ...route, from: '2027-03-13', until: '2027-03-20' }],
  });
});

it('begins today where a request names no first day, and leaves its end open where it names no last', async () => {
  const { reads } = openedAwards().awards;
  const days = await reads.coveredDays('demo', request({ destination_airport: 'LHR,CDG' }), TODAY);
  expect(days.notRead).toEqual([
    { source: '', provider: '', origin: 'JFK', destination: 'CDG', from: TODAY, until: null },
    { source: '', provider: '', origin: 'JFK', destination: 'LHR', from: TODAY, until: null },
  ]);
});

it('says of each source by itself what it has read', async () => {
  const { buy, awards } = openedAwards();
  buy(answer([rawRecord('a')]), { input: of('2027-03-01', '2027-03-10') });
  const offers = { from: ['JFK'], to: ['LHR'], class: 'business' };
  buy(
    { complete: true, offers: [] },
    { input: { ...offers, leave_after: '2027-03-08', leave_before: '2027-03-12' } },
  );
  const { read, notRead } = await awards.reads.coveredDays('demo', of('2027-03-01', '2027-03-12'), TODAY);
  const short = ({ source, from, until }: { source: string; from: string; until: string | null }) =>
    `${source}: ${from} to ${until}`;
  expect(read.map(short)).toEqual([': 2027-03-01 to 2027-03-10', 'seat_offers: 2027-03-08 to 2027-03-12']);
  expect(notRead.map(short)).toEqual(['seat_offers: 2027-03-01 to 2027-03-07', ': 2027-03-11 to 2027-03-12']);
});

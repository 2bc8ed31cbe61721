import { expect, it } from 'vitest';
import { formPath, formRequest } from './form-path.ts';

const SEARCH = { origin_airport: 'JFK', destination_airport: 'LHR', start_date: '2027-03-01' };
const openedBy = (path: string) => new URL(path, 'http://milepost.test');

it('a search of the contract opens the search form, for the Tool of its source', () => {
  for (const source of [undefined, 'award_search:seatscan']) {
    const { pathname, searchParams } = openedBy(formPath({ ...SEARCH, source }, 'tool:1'));
    expect(pathname).toBe('/');
    expect(JSON.parse(searchParams.get('request') ?? '')).toEqual(SEARCH);
    expect(searchParams.get('tool')).toBe('tool:1');
  }
});

it('a search of another kind of source opens its own form, with its own members', () => {
  const { pathname, searchParams } = openedBy(formPath({ ...SEARCH, source: 'seat_offers' }, 'tool:2'));
  expect(pathname).toBe('/catalogue/tool/use');
  expect(JSON.parse(searchParams.get('input') ?? '')).toEqual({
    from: ['JFK'],
    to: ['LHR'],
    leave_after: '2027-03-01',
  });
});

it('a saved search opens the form with the results per page of its last run', () => {
  const opened = (take: number | null) =>
    JSON.parse(
      openedBy(formPath(formRequest({ criteria: SEARCH }, take), null)).searchParams.get('request') ?? '',
    );
  expect(opened(1000)).toEqual({ ...SEARCH, take: 1000 });
  expect(opened(null)).toEqual(SEARCH);
});

it('without a known Tool of its source, the search form takes what it can show', () => {
  expect(openedBy(formPath({ ...SEARCH, source: 'seat_offers' }, null)).pathname).toBe('/');
});

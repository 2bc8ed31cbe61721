import { describe, expect, it } from 'vitest';
import { readAwardPage, readAwardRow } from './response.ts';

const row = {
  ID: 'r1',
  Source: 'aeroplan',
  Date: '2027-03-14',
  JAvailable: true,
  JMileageCost: '75000',
  JRemainingSeats: 2,
  JDirect: true,
  JAirlines: 'AC, LH',
  Route: {
    OriginAirport: 'JFK',
    DestinationAirport: 'LHR',
    OriginRegion: 'North America',
    DestinationRegion: 'Europe',
    Source: 'aeroplan',
  },
};

describe('an award search answer (§2.2 to §2.4)', () => {
  it('stores a row of exactly the nine members', () => {
    const read = readAwardRow(row, 0);
    expect(read.quality).toBe('valid');
    expect(read.record).toMatchObject({
      miles: 75000,
      seats: 2,
      airlines: ['AC', 'LH'],
      date: '2027-03-14',
      origin: 'JFK',
    });
  });

  it('stores and flags undocumented members', () => {
    const read = readAwardRow({ ...row, YAvailable: true, Route: { ...row.Route, Distance: 1 } }, 0);
    expect(read).toMatchObject({ quality: 'added', added: ['YAvailable', 'Route.Distance'], problems: [] });
  });

  it('reads a broken row as far as possible and states what is wrong', () => {
    const { ID: _id, ...withoutId } = row;
    const read = readAwardRow({ ...withoutId, JMileageCost: 75000, Route: null }, 3);
    expect(read.quality).toBe('broken');
    expect(read.problems).toEqual([
      'ID is missing',
      'JMileageCost is number, not string',
      'Route is null, not object',
    ]);
    expect(read.record).toMatchObject({ recordId: null, miles: null, programme: 'aeroplan', origin: null });
  });

  it.each([
    ['true', true],
    [' False ', false],
    ['yes', null],
    ['constructor', null],
    [1, null],
  ])('reads %j as whether there are more records, and says that it is of another type', (hasMore, read) => {
    const page = readAwardPage({ count: 0, cursor: 1, hasMore, data: [] });
    expect([page.hasMore, page.problems]).toEqual([read, [`hasMore is ${typeof hasMore}, not boolean`]]);
  });

  it('reads 0 seats as a missing count and a cost of "0" as none', () => {
    const read = readAwardRow({ ...row, JRemainingSeats: 0, JMileageCost: '0' }, 0);
    expect(read.record).toMatchObject({ seats: null, miles: null, milesText: '0' });
  });

  it('keeps a date of an unknown form as text', () => {
    expect(readAwardRow({ ...row, Date: '14.03.2027' }, 0).record).toMatchObject({
      date: null,
      dateText: '14.03.2027',
    });
  });

  it('reports an answer that is not an object', () => {
    expect(readAwardPage(null)).toMatchObject({ rows: [], problems: ['the answer is null, not object'] });
    expect(readAwardPage({ data: {} }).problems).toEqual([
      'count is missing',
      'cursor is missing',
      'hasMore is missing',
      'data is object, not array',
    ]);
  });
});

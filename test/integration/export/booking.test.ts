/** From seat to ticket: answers in the file, what they count for, and the calendar that they make. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Itinerary, Segment } from '#shared/award-search/itinerary.ts';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Outcome } from '#shared/booking/experience.ts';
import type { ExportFormat, ExportView } from '#shared/contract/export.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { type StoredAwards, storeAwards } from '../../../electron/awards/testing/stored-awards.ts';
import { createBooking } from '../../../electron/booking/booking.ts';
import { calendarEvents, type Departure } from '../../../electron/export/icalendar.ts';
import { exportsOf, written as writtenOf } from './exports-of.ts';

const HOUR = 3_600_000;
const scope = { kind: 'matching' as const, origins: ['JFK'], destinations: [] };

let stored: StoredAwards;
let now: number;
let booking: ReturnType<typeof createBooking>;
let exports: ReturnType<typeof exportsOf>;
const opened = () =>
  createBooking({ ...stored.awards, storage: stored.storage, publish: () => {}, clock: () => now });
beforeEach(() => open('https://market.example'));
function open(identity: string): void {
  stored = storeAwards(null, undefined, undefined, identity);
  now = HOUR;
  booking = opened();
  exports = exportsOf(stored, { bookingsOf: booking.bookingsOf, answers: booking.all, clock: () => now });
}
afterEach(() => stored.storage.close());

type Said = Parameters<typeof booking.handlers.answer>[0];
const SAID = { reference: '', miles: null, taxes: null, heldUntil: null, way: null };
const say = (versionId: number, outcome: Outcome, more: Partial<Said> = {}) =>
  booking.handlers.answer({ versionId, outcome, ...SAID, ...more });
const read = (versionId: number) => booking.handlers.read({ versionId });

async function versions(): Promise<number[]> {
  const { rows } = await stored.awards.handlers.records({
    scope,
    filter: {},
    sort: [],
    offset: 0,
    limit: 99,
  });
  return rows.map(({ versionId }) => versionId);
}

const written = async (what: ExportView, format: ExportFormat) =>
  (await writtenOf(exports, what, format)).replaceAll('\r\n ', '');
const calendar = async () => written({ view: 'chosen', versionIds: await versions(), hidden: [] }, 'ics');

describe('an answer about a booking', () => {
  it('counts for its programme at its age, under every spelling, and for no other', async () => {
    stored.buy(
      answer([
        rawRecord('a'),
        rawRecord('b', { Source: 'UNITED' }),
        rawRecord('c', { Source: 'american' }),
        rawRecord('d'),
      ]),
      { at: 0 },
    );
    const [a = 0, b = 0, c = 0, d = 0] = await versions();
    now = 3 * HOUR;
    await say(a, 'not_there');
    await say(b, 'booked');
    await say(c, 'not_there');
    expect((await read(d)).experience).toEqual({ notThere: 1, otherPrice: 0, of: 2 });
    expect((await read(c)).experience).toEqual({ notThere: 1, otherPrice: 0, of: 1 });
    now = 100 * HOUR;
    expect(await read(d)).toMatchObject({ experience: { of: 0 }, answers: [{}, {}] });
  });

  it('is replaced by another for the same sighting, whose age stays, and stands beside one for a later sighting', async () => {
    stored.buy(answer([rawRecord('a')]), { at: 0 });
    const [a = 0] = await versions();
    await say(a, 'held', { heldUntil: 9 * HOUR });
    now = 8 * HOUR;
    const booked = await say(a, 'booked', { reference: 'ABC123' });
    expect(booked).toMatchObject({ outcome: 'booked', answeredAt: HOUR, heldUntil: null });
    expect(booking.all()).toHaveLength(1);
    stored.buy(answer([rawRecord('a')]), { at: 7 * HOUR });
    await say(a, 'not_there');
    expect(booking.all()).toHaveLength(2);
    expect((await read(a)).answer).toMatchObject({ outcome: 'not_there', seenAt: 7 * HOUR });
  });

  it('is found again by the versions of its records, for the rows that show them', async () => {
    stored.buy(answer([rawRecord('a'), rawRecord('b')]), { at: 0 });
    const [a = 0, b = 0] = await versions();
    await say(b, 'not_there');
    const found = await booking.handlers.latest({ versionIds: [a, b] });
    expect(found).toMatchObject([null, { outcome: 'not_there', seenAt: 0 }]);
  });

  it('names until when a hold lasts', async () => {
    stored.buy(answer([rawRecord('a')]), { at: 0 });
    const [a = 0] = await versions();
    await expect(say(a, 'held')).rejects.toMatchObject({ failure: { code: 'no_end' } });
    expect(booking.all()).toEqual([]);
  });

  it('can be deleted', async () => {
    stored.buy(answer([rawRecord('a')]), { at: 0 });
    const [a = 0] = await versions();
    const { answerId } = await say(a, 'not_there');
    await booking.handlers.remove({ answerId });
    expect(await read(a)).toMatchObject({ answer: null, answers: [], experience: { of: 0 } });
    expect(() => booking.handlers.remove({ answerId: '[]' })).toThrow();
  });

  it('of the demo counts among those of the demo alone', async () => {
    stored.buy(answer([rawRecord('a')]), { at: 0, identity: 'demo:a' });
    stored.buy(answer([rawRecord('a')]), { at: 0 });
    const ids = stored.storage.db
      .prepare<[], number>('SELECT id FROM award_versions ORDER BY id')
      .pluck()
      .all();
    const [demo = 0, real = 0] = ids;
    await say(demo, 'not_there');
    expect((await read(real)).experience.of).toBe(0);
    expect((await read(demo)).experience.of).toBe(1);
  });

  it('is exported with its record', async () => {
    stored.buy(answer([rawRecord('a')]), { at: 0 });
    const [a = 0] = await versions();
    await say(a, 'booked', {
      reference: '=1+1',
      miles: 70_000,
      taxes: { currency: 'USD', units: '560', exponent: 2 },
    });
    expect(JSON.parse(await written({ view: 'answers' }, 'json'))).toMatchObject([
      { outcome: 'booked', programme: 'united', milesPaid: 70_000, taxesPaid: 'USD 5.60', ageInMinutes: 60 },
    ]);
    expect(await written({ view: 'answers' }, 'csv')).not.toMatch(/(^|,)=1/mu);
  });
});

const flight = (FlightNumber: string, change: Record<string, string>) => ({ FlightNumber, ...change });
const OUT = flight('UA12', {
  OriginAirport: 'JFK',
  DestinationAirport: 'FRA',
  DepartsAt: '2027-03-01T22:10',
  ArrivesAt: '2027-03-02T11:30',
});
const ON = flight('LH900', {
  OriginAirport: 'FRA',
  DestinationAirport: 'LHR',
  DepartsAt: '2027-03-02T13:00',
  ArrivesAt: '2027-03-02T13:40',
});
const withFlights = (...segments: object[]) => ({
  ...rawRecord('a'),
  AvailabilityTrips: [{ Stops: 1, AvailabilitySegments: segments }],
});
const uids = (text: string) => [...text.matchAll(/^UID:(.*)\r$/gmu)].map(([, uid]) => uid);

describe('the sheet of a booking', () => {
  it('is open again at the next start, for its first page alone, with what was typed and not saved', async () => {
    stored.buy(answer([rawRecord('a'), rawRecord('b')]), { at: 0 });
    const [first = 0, second = 0] = await versions();
    const of = { travellers: 2, trip: { tripId: 't', title: 'Spring' } };
    await booking.handlers.keep({ versionId: second, isOpen: true, fields: { reference: 'ABC123' } });
    await booking.handlers.keep({ versionId: first, ...of, isOpen: true });
    await booking.handlers.keep({ versionId: first, ...of, isOpen: true, fields: { miles: '60k' } });
    booking = opened();
    expect(await booking.handlers.resume(undefined)).toEqual({ versionId: first, ...of });
    expect(await booking.handlers.resume(undefined)).toBeNull();
    expect((await read(first)).fields).toEqual({ miles: '60k' });
    expect((await read(second)).fields).toEqual({ reference: 'ABC123' });
  });

  it('is not open once it was closed, and what was typed stays with its record as that is seen again', async () => {
    stored.buy(answer([rawRecord('a')]), { at: 0 });
    const [versionId = 0] = await versions();
    await booking.handlers.keep({ versionId, isOpen: true, fields: { reference: 'ABC123' } });
    await booking.handlers.keep({ versionId, isOpen: false });
    stored.buy(answer([rawRecord('a', { JMileageCost: '90000' })]), { at: HOUR });
    const [later = 0] = await versions();
    expect(later).not.toBe(versionId);
    booking = opened();
    expect(await booking.handlers.resume(undefined)).toBeNull();
    expect((await read(later)).fields).toEqual({ reference: 'ABC123' });
    await booking.handlers.keep({ versionId: later, isOpen: false, fields: {} });
    expect((await read(later)).fields).toEqual({});
  });
});

describe('the calendar of what was booked', () => {
  it('has one event a flight with floating local times, and the reference', async () => {
    stored.buy(answer([withFlights(OUT, ON)]), { at: 0 });
    const [a = 0] = await versions();
    const taxes = { currency: 'GBP', units: '1234500000', exponent: 6 };
    await say(a, 'booked', { reference: 'ABC123', taxes });
    const text = await calendar();
    // A comma is escaped in this format (RFC 5545 §3.3.11).
    expect(text.replaceAll('\r\n ', '')).toContain('GBP 1\\,234.50');
    expect(text).not.toContain('234.500');
    expect(text.match(/BEGIN:VEVENT/gu)).toHaveLength(2);
    expect(text).toContain('DTSTART:20270301T221000\r\nDTEND:20270302T113000\r\n');
    expect(text).toContain('DTSTART:20270302T130000\r\n');
    expect(text).toContain('STATUS:CONFIRMED');
    expect(text).toContain('Reference: ABC123');
    expect(text).not.toMatch(/DTSTART[^\r]*Z\r/u);
  });

  it('confirms nothing that the demo made up, and says so in every file', async () => {
    stored.storage.close();
    open('demo:a');
    stored.buy(answer([withFlights(OUT, ON)]), { at: 0 });
    const [a = 0] = await versions();
    await say(a, 'booked', { reference: 'ABC123' });
    const text = (await calendar()).replaceAll('\r\n ', '');
    expect(text.match(/STATUS:TENTATIVE/gu)).toHaveLength(2);
    expect(text).not.toContain('CONFIRMED');
    expect(text.match(/DESCRIPTION:[^\r]*Demo marketplace: made up\\, and nothing to book/gu)).toHaveLength(
      2,
    );
    const table: ExportView = { view: 'table', scope, filter: {}, sort: [], hidden: ['cabin'] };
    expect(JSON.parse(await written(table, 'json'))).toMatchObject([{ demo: true }]);
    expect(JSON.parse(await written({ view: 'answers' }, 'json'))).toMatchObject([{ demo: true }]);
  });

  it('replaces the event of the whole day once the times are known', async () => {
    stored.buy(answer([rawRecord('a')]), { at: 0 });
    const [before] = uids(await calendar());
    stored.buy(answer([withFlights(OUT, ON)]), { at: 60_000 });
    const [first, second] = uids(await calendar());
    expect(first).toBe(before);
    expect(second).not.toBe(before);
    expect(await calendar()).toContain('SEQUENCE:1');
  });

  it('ends no event before it begins, over the date line', async () => {
    const back = flight('UA804', {
      OriginAirport: 'JFK',
      DestinationAirport: 'LHR',
      DepartsAt: '2027-03-01T17:00',
      ArrivesAt: '2027-03-01T10:00',
    });
    stored.buy(answer([withFlights(back)]), { at: 0 });
    const text = await calendar();
    expect(text).toContain('DTSTART:20270301T170000\r\n');
    expect(text).not.toContain('DTEND');
    expect(text).toContain('Arrives: 2027-03-01 10:00');
  });

  it('has the whole day where several ways are listed, or not all of their times', async () => {
    const { DepartsAt: _departs, ...unknown } = ON as Record<string, string>;
    stored.buy(answer([withFlights(OUT, unknown)]), { at: 0 });
    const text = await calendar();
    expect(text.match(/BEGIN:VEVENT/gu)).toHaveLength(1);
    expect(text).toContain('DTSTART;VALUE=DATE:20270301');
  });

  it('is a later revision once the booking changes, also when it is deleted', async () => {
    stored.buy(answer([rawRecord('a')]), { at: 0 });
    const [a = 0] = await versions();
    const revision = async () => Number(/SEQUENCE:(\d+)/u.exec(await calendar())?.[1]);
    const before = await revision();
    const { answerId } = await say(a, 'booked');
    const booked = await revision();
    now += HOUR;
    await booking.handlers.remove({ answerId });
    expect(before < booked && booked < (await revision())).toBe(true);
  });
});

const segment: fc.Arbitrary<Segment> = fc.record({
  flight: fc.constantFrom('NH1', 'NH2', 'UA3', null),
  origin: fc.constantFrom('JFK', 'NRT', 'HND', null),
  destination: fc.constantFrom('NRT', 'HND', 'LHR', null),
  departs: fc.constantFrom('2027-03-01T06:30', '2027-03-01T11:05', '2027-03-02T01:00', null),
  arrives: fc.constantFrom('2027-03-01T09:00', '2027-03-02T20:15', null),
  aircraft: fc.constant(null),
  cabin: fc.constant(null),
});
const NO_WAY: Itinerary = {
  flights: [],
  carriers: [],
  stops: null,
  minutes: null,
  departs: null,
  arrives: null,
  aircraft: [],
  cabins: [],
  miles: null,
  seats: null,
  taxes: null,
  sourceSawAt: null,
  segments: [],
};

it('the identity of an event is of its record and flight alone: no order, neighbour, time or booking changes it', async () => {
  stored.buy(answer([rawRecord('a'), rawRecord('b')]), { at: 0 });
  const { rows } = await stored.awards.handlers.records({ scope, filter: {}, sort: [], offset: 0, limit: 9 });
  const keys = await stored.awards.identifiedRecords(rows.map(({ versionId }) => versionId));
  const departure = (place: number, segments: readonly Segment[]): Departure[] => {
    const [row, key] = [rows[place], keys[place]];
    if (row === undefined || key == null) return [];
    return [{ row, key, way: { ...NO_WAY, segments: [...segments] }, booking: null, changedAt: 0 }];
  };
  /** The identity of each event by what it is of. */
  const events = (text: string) =>
    new Map(
      text
        .replaceAll('\r\n ', '')
        .split('BEGIN:VEVENT')
        .slice(1)
        .map((event) => {
          const of = (name: string) => new RegExp(`^${name}:(.*)\\r$`, 'mu').exec(event)?.[1] ?? '';
          return [of('UID'), of('SUMMARY')] as const;
        }),
    );
  proves(
    0.2,
    [
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.array(segment, { minLength: 1, maxLength: 3 }),
      fc.nat(),
    ],
    (own, other, turn) => {
      const alone = events(calendarEvents(departure(0, own), 0));
      const by = turn % own.length;
      const turned = [...own.slice(by), ...own.slice(0, by)];
      const beside = calendarEvents([...departure(1, other), ...departure(0, turned)], 5_000_000);
      const all = events(beside);
      for (const [uid, summary] of alone) expect(all.get(uid)).toBe(summary);
      // No identity twice in a file.
      expect(all.size).toBe(beside.match(/BEGIN:VEVENT/gu)?.length);
      return alone.size > 1;
    },
    { numRuns: propertyRuns(200, 2_000) },
  );
});

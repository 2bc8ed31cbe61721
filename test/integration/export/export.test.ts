import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { ExportFormat, ExportView } from '#shared/contract/export.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { createAnnotations } from '../../../electron/annotations/annotations.ts';
import { type StoredAwards, storeAwards } from '../../../electron/awards/testing/stored-awards.ts';
import { createBooking } from '../../../electron/booking/booking.ts';
import { createTrips } from '../../../electron/trips/trips.ts';
import { createWallet } from '../../../electron/wallet/wallet.ts';
import { exportsOf, written as writtenOf } from './exports-of.ts';

const AT = Date.UTC(2027, 0, 2, 3, 4, 5);
const scope = { kind: 'matching' as const, origins: ['JFK'], destinations: [] };
const table: ExportView = { view: 'table', scope, filter: {}, sort: [], hidden: [] };

let stored: StoredAwards;
const DEMO = { name: 'Demo marketplace', demo: true };
const BAZAAR = { name: 'Bazaar', demo: false };
let inUse = DEMO;
let exports: ReturnType<typeof exportsOf>;
let trips: ReturnType<typeof createTrips>['handlers'];
let booking: ReturnType<typeof createBooking>;
let wallet: ReturnType<typeof createWallet>;
beforeEach(() => {
  inUse = DEMO;
  stored = storeAwards();
  let id = 0;
  booking = createBooking({
    ...stored.awards,
    storage: stored.storage,
    publish: () => {},
    clock: () => AT,
  });
  trips = createTrips({
    ...stored.awards,
    storage: stored.storage,
    publish: () => {},
    clock: () => AT,
    newId: () => `t${++id}`,
    identity: () => 'demo',
    bookingsOf: (keys) => booking.bookingsOf(keys).map(({ answer: said }) => said),
  }).handlers;
  wallet = createWallet({
    storage: stored.storage,
    publish: () => {},
    // What it reaches depends on the machine's current day.
    clock: () => Date.now(),
    newId: () => `w${++id}`,
    onTravellers: () => {},
  });
  exports = exportsOf(stored, {
    wallet: async () => wallet.read(undefined),
    showTrip: async (tripId) => trips.show({ tripId }),
    marketplace: () => inUse,
    bookingsOf: booking.bookingsOf,
    answers: booking.all,
    clock: () => AT,
  });
});
afterEach(() => stored.storage.close());

const written = (what: ExportView, format: ExportFormat) => writtenOf(exports, what, format);

const many = (count: number) =>
  answer(
    Array.from({ length: count }, (_, place) =>
      rawRecord(`id-${place}`, { JMileageCost: String(place + 1) }),
    ),
  );

describe('an export', () => {
  it('writes every row of the table once, in order, in any number of pieces', async () => {
    stored.buy(many(4500));
    const sort = [{ by: 'miles' as const, descending: true }];
    const { exportId, rows, fileName, mimeType } = await exports.begin({
      what: { ...table, sort },
      format: 'ndjson',
    });
    expect({ rows, fileName, mimeType }).toEqual({
      rows: 4500,
      fileName: 'milepost-records-2027-01-02.ndjson',
      mimeType: 'application/x-ndjson',
    });
    const pieces = [await exports.next({ exportId })];
    // What is bought meanwhile does not shift the remaining rows.
    stored.buy(answer([rawRecord('new', { JMileageCost: '999999' })]));
    while (!pieces.at(-1)?.done) pieces.push(await exports.next({ exportId }));
    expect(pieces.map((piece) => piece.rowsDone)).toEqual([2000, 4000, 4500]);
    const miles = pieces
      .map((piece) => piece.text)
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { miles: number }).miles);
    expect(miles).toEqual(Array.from({ length: 4500 }, (_, place) => 4500 - place));
    await expect(exports.next({ exportId })).rejects.toThrow(ContractFailure);
  });

  it('is one JSON text with or without rows', async () => {
    stored.buy(many(2001));
    expect(JSON.parse(await written(table, 'json'))).toHaveLength(2001);
    expect(JSON.parse(await written({ ...table, filter: { milesMax: -1 } }, 'json'))).toEqual([]);
  });

  it('disarms formulas, and writes missing values as empty', async () => {
    stored.buy(
      answer([rawRecord('a', { Source: '=HYPERLINK("http://x")', JRemainingSeats: 0, JAirlines: '@x, +y' })]),
    );
    const csv = await written(table, 'csv');
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv.startsWith('\ufeff"date","origin","destination","programme","awardSpace"')).toBe(true);
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(csv).toMatch(/"'@x,' \+y"/i);
    expect(csv).toContain(',70000,"70000",,"yes",');
  });

  it('names the bank whose points pay for a record, as the table does', async () => {
    stored.buy(answer([rawRecord('a', { Source: 'aeroplan', JMileageCost: '60000' })]));
    await wallet.saveBalance({
      balanceId: null,
      balance: { owner: 'You', kind: 'bank', name: 'amex', points: 120_000, expires: null },
    });
    const [record] = JSON.parse(await written(table, 'json')) as Record<string, unknown>[];
    expect(record).toMatchObject({
      payableByWallet: 'transfer',
      bankPoints: [expect.stringMatching(/^60000 American Express/)],
    });
    expect(await written(table, 'csv')).toMatch(/,"60000 American Express/);
  });

  it('pays nothing made up where another marketplace is in use, and says that it is made up', async () => {
    stored.buy(answer([rawRecord('a', { Source: 'aeroplan', JMileageCost: '60000' })]));
    await wallet.saveBalance({
      balanceId: null,
      balance: { owner: 'You', kind: 'bank', name: 'amex', points: 120_000, expires: null },
    });
    inUse = BAZAAR;
    const [record] = JSON.parse(await written(table, 'json')) as Record<string, unknown>[];
    expect(record).toMatchObject({ demo: true, payableByWallet: null, bankPoints: [] });
  });

  it('leaves out hidden columns, and keeps its heading where there are no rows', async () => {
    const details = ['source', 'flights', 'stops', 'duration', 'aircraft', 'taxes', 'sourceSaw'] as const;
    const csv = await written(
      { ...table, hidden: ['airlines', 'marks', 'seen', 'cabin', 'wallet', 'price', ...details] },
      'csv',
    );
    expect(csv).toBe(
      `\ufeff${'date,origin,destination,programme,awardSpace,removed,requestedCabin,demo,miles,milesAsSent,seats,direct,recordId'.replaceAll(/\w+/gu, '"$&"')}\r\n`,
    );
  });

  it('always names the record and the requested cabin, whatever is hidden', async () => {
    stored.buy(answer([rawRecord('a'), rawRecord('b', { Date: '2027-03-02' })]));
    const what: ExportView = { ...table, hidden: ['cabin', 'route'] };
    const cabin = { requestedCabin: 'business' };
    const rows = [
      { ...cabin, recordId: 'a' },
      { ...cabin, recordId: 'b' },
    ];
    expect(JSON.parse(await written(what, 'json'))).toMatchObject(rows);
    const lines = (await written(what, 'ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(rows);
    const csv = (await written(what, 'csv')).trimEnd().split('\r\n');
    expect(csv.map((line) => line.split(',').at(-1))).toEqual(['"recordId"', '"a"', '"b"']);
  });

  it('ends when it is cancelled', async () => {
    stored.buy(many(2500));
    const { exportId } = await exports.begin({ what: table, format: 'csv' });
    await exports.next({ exportId });
    exports.cancel({ exportId });
    await expect(exports.next({ exportId })).rejects.toThrow(/cancelled/);
  });

  it('writes records that violate the contract with what is wrong, exactly as they came', async () => {
    const broken = { ...rawRecord('=1+1'), JMileageCost: 70000, More: { 'a, b': [1, null] } };
    stored.buy(answer([rawRecord('good'), broken]));
    const [row, ...others] = JSON.parse(await written({ view: 'broken', scope }, 'json')) as Record<
      string,
      unknown
    >[];
    expect(others).toEqual([]);
    expect(row).toMatchObject({ purchase: 'p1', row: 2, asItCame: broken });
    expect(row?.problems).toEqual([expect.stringContaining('JMileageCost')]);
    const lines = (await written({ view: 'broken', scope }, 'ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { asItCame: unknown }).asItCame)).toEqual([broken]);
    const csv = await written({ view: 'broken', scope }, 'csv');
    expect(csv).toContain('asItCame');
    expect(csv).toContain(JSON.stringify(broken).replaceAll('"', '""'));
    await expect(exports.begin({ what: { view: 'broken', scope }, format: 'ics' })).rejects.toMatchObject({
      failure: { code: 'not_departures' },
    });
  });

  it('writes the other views as rows', async () => {
    stored.buy(many(3));
    const calendar: ExportView = { view: 'calendar', scope, filter: {} };
    expect(JSON.parse(await written(calendar, 'json'))).toEqual([
      {
        date: '2027-03-01',
        cheapestMiles: 1,
        mostSeats: 2,
        recordsWithSpace: 3,
        records: 3,
        readingEndedWithin: false,
        demo: true,
      },
    ]);
    for (const view of ['map', 'timeline', 'histogram'] as const)
      expect(JSON.parse(await written({ view, scope, filter: {} }, 'json'))).not.toHaveLength(0);
    expect(JSON.parse(await written({ view: 'timeline', scope, filter: {} }, 'json'))).toMatchObject([
      { origin: 'JFK', destination: 'LHR', requestedCabin: 'business', cheapestMiles: 1, records: 3 },
    ]);
    await expect(exports.begin({ what: calendar, format: 'ics' })).rejects.toThrow(/departures/);
  });

  it('includes space without miles, and every note on a partly read day', async () => {
    const input = {
      origin_airport: 'JFK',
      destination_airport: 'LHR',
      cabin: 'business' as const,
      start_date: '2027-03-01',
      end_date: '2027-03-31',
    };
    const data = [
      rawRecord('a'),
      rawRecord('b', { Date: '2027-03-02', JMileageCost: '' }),
      rawRecord('c', { Date: '2027-03-02', JAvailable: false }),
    ];
    const { runId } = stored.buy(answer(data, { hasMore: true }), { input });
    const run = { kind: 'run' as const, runId };
    const rows = async (view: 'calendar' | 'histogram') =>
      JSON.parse(await written({ view, scope: run, filter: {} }, 'json')) as Record<string, unknown>[];
    expect((await rows('calendar')).map((day) => [day.date, day.readingEndedWithin])).toEqual([
      ['2027-03-01', false],
      ['2027-03-02', true],
    ]);
    const spread = await rows('histogram');
    expect(spread.at(-1)).toEqual({ milesFrom: null, milesUntil: null, recordsWithSpace: 1, demo: true });
    const { rows: found } = await stored.awards.handlers.records({
      scope: run,
      filter: { available: true },
      sort: [],
      offset: 0,
      limit: 9,
    });
    expect(spread.reduce((sum, row) => sum + Number(row.recordsWithSpace), 0)).toBe(found.length);
  });
});

describe('a trip', () => {
  /**
   * Three records are chosen; later runs still have the first, no longer have the second, and do not cover the third.
   */
  async function board(): Promise<string> {
    stored.buy(answer([rawRecord('stays'), rawRecord('goes', { Date: '2027-03-02' })]), { at: 60_000 });
    stored.buy(answer([rawRecord('alone', { Date: '2028-03-02' })]), {
      at: 60_000,
      input: {
        origin_airport: 'JFK',
        destination_airport: 'LHR',
        cabin: 'business',
        start_date: '2028-01-01',
      },
    });
    const { rows } = await stored.awards.handlers.records({
      scope,
      filter: {},
      sort: [],
      offset: 0,
      limit: 9,
    });
    const { tripId } = trips.create({
      title: '=Spring',
      notes: 'Two weeks',
      starts: '2027-03-01',
      ends: null,
      question: null,
    }) as { tripId: string };
    await trips.addRecords({ tripId, versionIds: rows.map(({ versionId }) => versionId) });
    trips.addLink({ tripId, url: 'https://example.org/', text: 'A hotel' });
    const { itemId } = trips.addNote({ tripId, text: '@Kim, the "morning" one' }) as { itemId: string };
    for (let step = 0; step < 2; step++) trips.moveItem({ itemId, by: -1 });
    stored.buy(answer([rawRecord('stays', { JMileageCost: '41000' })]), { at: 180_000 });
    return tripId;
  }
  const standings = (items: Record<string, unknown>[]) =>
    Object.fromEntries(
      items
        .filter(({ kind }) => kind === 'record')
        .map(({ recordId, standing, stillThere, awardSpace }) => [
          recordId,
          [standing, stillThere, awardSpace],
        ]),
    );
  const HOW_THEY_STAND = {
    stays: ['Still there, changed', true, true],
    goes: ['Removed', false, false],
    alone: ['Not refreshed since', null, true],
  };

  it('is written completely, in its order, with each record’s standing and since when', async () => {
    const what: ExportView = { view: 'trip', tripId: await board() };
    const { items, ...trip } = JSON.parse(await written(what, 'json')) as Record<string, unknown> & {
      items: Record<string, unknown>[];
    };
    expect(trip).toEqual({
      title: '=Spring',
      starts: '2027-03-01',
      ends: null,
      notes: 'Two weeks',
      changedAt: '2027-01-02T03:04:05.000Z',
    });
    expect(items.map(({ kind }) => kind)).toEqual(['record', 'record', 'note', 'record', 'link']);
    expect(items[2]).toEqual({ kind: 'note', text: '@Kim, the "morning" one' });
    expect(items[4]).toEqual({ kind: 'link', text: 'A hotel', url: 'https://example.org/' });
    expect(standings(items)).toEqual(HOW_THEY_STAND);
    expect(items.find(({ recordId }) => recordId === 'stays')).toMatchObject({
      miles: 41_000,
      chosenMiles: 70_000,
      changedSinceChosen: ['cheaper'],
      seenAt: '1970-01-01T00:03:00.000Z',
      chosenSeenAt: '1970-01-01T00:01:00.000Z',
      shownByRunOf: '1970-01-01T00:03:00.000Z',
      requestedCabin: 'business',
      marketplace: 'Demo marketplace',
      demo: true,
    });
    expect(items.find(({ recordId }) => recordId === 'goes')).toMatchObject({
      lastSeenAt: '1970-01-01T00:01:00.000Z',
      shownByRunOf: '1970-01-01T00:03:00.000Z',
    });

    const lines = (await written(what, 'ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ kind: 'trip', ...trip }, ...items]);
  });

  it('is a table of one row per item, below the trip itself, without formulas', async () => {
    const csv = await written({ view: 'trip', tripId: await board() }, 'csv');
    const [head = '', ...rows] = csv.trimEnd().split('\r\n');
    expect(
      head.startsWith(
        `\ufeff${'kind,title,starts,ends,notes,changedAt,text,url,standing,stillThere,'.replaceAll(/\w+/gu, '"$&"')}`,
      ),
    ).toBe(true);
    expect(rows.map((row) => row.split(',')[0])).toEqual([
      '"trip"',
      '"record"',
      '"record"',
      '"note"',
      '"record"',
      '"link"',
    ]);
    expect(rows[0]).toMatch(/^"trip","'=Spring","2027-03-01",,"Two weeks","2027-01-02T03:04:05\.000Z",,/);
    expect(rows[3]).toMatch(/^"note",,,,,,"'@Kim, the ""morning"" one",,+$/);
    expect(rows.filter((row) => row.includes(',41000,'))).toHaveLength(1);
    expect(csv).not.toContain('70,000');
  });

  it('is written for an empty board, but not as a calendar', async () => {
    const { tripId } = trips.create({
      title: 'Empty',
      notes: '',
      starts: null,
      ends: null,
      question: null,
    }) as {
      tripId: string;
    };
    expect(JSON.parse(await written({ view: 'trip', tripId }, 'json'))).toMatchObject({
      title: 'Empty',
      items: [],
    });
    await expect(exports.begin({ what: { view: 'trip', tripId }, format: 'ics' })).rejects.toThrow(
      /departures/,
    );
    await expect(
      exports.begin({ what: { view: 'trip', tripId: 'none' }, format: 'csv' }),
    ).rejects.toMatchObject({
      failure: { code: 'not_found' },
    });
  });
});

describe('a calendar file', () => {
  it('gives no end to a day that no other can follow', async () => {
    stored.buy(answer([rawRecord('a', { Date: '9999-12-31' })]));
    const lines = (await written({ ...table }, 'ics')).split('\r\n');
    expect(lines).toContain('DTSTART;VALUE=DATE:99991231');
    expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual([]);
  });

  it('has a whole day for each chosen record, with its note, in lines of at most 75 octets', async () => {
    stored.buy(
      answer([
        rawRecord('a', { Source: 'flying; blue, \\ co' }),
        rawRecord('b', { Date: '2027-12-31' }),
        rawRecord('c', { Date: 'soon' }),
      ]),
    );
    const { rows } = await stored.awards.handlers.records({
      scope,
      filter: {},
      sort: [],
      offset: 0,
      limit: 9,
    });
    const versionIds = rows.map((row) => row.versionId);
    createAnnotations({
      storage: stored.storage,
      publish: () => {},
      identity: () => 'demo',
      clock: () => 1,
    }).annotations.mark({
      versionIds: versionIds.slice(0, 1),
      change: { note: 'Zwölf Stunden in Zürich,\nwith Kim', addTags: ['a,b'] },
    });
    const text = await written({ view: 'chosen', versionIds, hidden: [] }, 'ics');
    const lines = text.split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
    expect(lines).toContain('DTSTART;VALUE=DATE:20271231');
    expect(lines).toContain('DTEND;VALUE=DATE:20280101');
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).toContain('flying\\; blue\\, \\\\ co');
    expect(unfolded).toContain('\\nNote: Zwölf Stunden in Zürich\\,\\nwith Kim');
    expect(unfolded).toContain('CATEGORIES:a\\,b\r\n');
    expect(unfolded).toContain('DTSTAMP:20270102T030405Z');
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { everything, openedAwards } from '../testing/opened-awards.ts';

const WAY = { FlightNumbers: 'BA5', Stops: 0, TotalDuration: 700 };
const flown = (id: string, trips: unknown) => ({ ...rawRecord(id), AvailabilityTrips: trips });

const opened = () => {
  const { awards, buy, storage, outputs } = openedAwards();
  const rows = async (runId: number) =>
    (await awards.reads.records('demo', { ...everything, scope: { kind: 'run', runId } })).rows;
  return { awards, buy, storage, outputs, rows };
};

it('what a search without trip details saw later has those of before, as of then', async () => {
  const { awards, buy, rows } = opened();
  const { runId } = buy(answer([flown('a', [WAY])]));
  const [before] = await rows(runId);
  const plain = buy(answer([rawRecord('a', { JMileageCost: '60000' })]));
  const [after] = await rows(plain.runId);
  expect(after?.versionId).not.toBe(before?.versionId);
  expect(after?.itineraries).toMatchObject({ flights: ['BA5'], asOf: 1_000 });
  expect(await awards.reads.record(after?.versionId ?? 0)).toMatchObject({
    itineraries: [{ flights: ['BA5'] }],
    itinerariesAt: 1_000,
    areItinerariesEarlier: true,
  });
  expect((await rows(runId))[0]?.itineraries).toMatchObject({ flights: ['BA5'], asOf: null });
});

it('trip details of before are not shown where the record is on other flights, or has no award space', async () => {
  const changes = [
    { Date: '2027-03-02' },
    { JAirlines: 'LH' },
    { JDirect: false },
    { JAvailable: false },
    { Route: { DestinationAirport: 'LGW' } },
  ];
  for (const change of changes) {
    const { buy, rows } = opened();
    buy(answer([flown('a', [WAY])]));
    const plain = buy(answer([rawRecord('a', change)]));
    expect((await rows(plain.runId))[0]?.itineraries).toBeUndefined();
  }
});

it('new trip details stand in the place of those of before', async () => {
  const { buy, rows } = opened();
  buy(answer([flown('a', [WAY])]));
  const plain = buy(answer([rawRecord('a')]));
  buy(answer([flown('a', [{ ...WAY, FlightNumbers: 'BA7' }])]));
  expect((await rows(plain.runId))[0]?.itineraries).toMatchObject({ flights: ['BA7'], asOf: 3_000 });
});

it('trip details do not flag a record, and are counted and filtered by instead', async () => {
  const { awards, buy, rows } = opened();
  const noDetails = { ...rawRecord('c', { JAvailable: false }), AvailabilityTrips: [] };
  const unexpected = { ...flown('b', [WAY]), YMileageCost: '20000' };
  const { runId } = buy(answer([flown('a', [WAY]), unexpected, noDetails, { ...rawRecord('d'), Odd: [1] }]));
  expect((await rows(runId)).map(({ flagged }) => flagged)).toEqual([false, true, false, true]);
  const scope = { kind: 'run', runId } as const;
  expect(await awards.reads.scope('demo', scope)).toMatchObject({
    records: 4,
    flagged: 2,
    tripDetails: 2,
    alike: { flown: true },
    run: { flagged: 2 },
  });
  const passing = async (tripDetails: boolean) =>
    (await awards.reads.records('demo', { ...everything, scope, filter: { tripDetails } })).total;
  expect([await passing(true), await passing(false)]).toEqual([2, 2]);
  const [row] = await rows(runId);
  expect((await awards.reads.record(row?.versionId ?? 0)).added).toEqual([]);
});

it('answers that were stored before are read without a new Call, and a damaged one holds up no other', async () => {
  const { awards, buy, rows, storage, outputs } = opened();
  const damaged = buy(answer([flown('b', [WAY])]));
  const { runId } = buy(answer([flown('a', [WAY])]));
  storage.db.exec('DELETE FROM award_itineraries; UPDATE award_pages SET itineraries_read = 0');
  outputs.delete(damaged.purchaseId);
  expect((await rows(runId))[0]?.itineraries).toBeUndefined();
  await awards.itineraryBacklog.begin();
  expect((await rows(runId))[0]?.itineraries?.flights).toEqual(['BA5']);
  expect((await rows(damaged.runId))[0]?.itineraries).toBeUndefined();
  const unread = storage.db.prepare('SELECT count(*) FROM award_pages WHERE itineraries_read = 0').pluck();
  expect(unread.get()).toBe(0);
});

it('of an answer of another Tool, only its own list holds its records, and its trips stay raw', async () => {
  const { awards, buy, rows } = opened();
  const offer = {
    ...{ offer: 'a', programme: 'united', leaves: '2027-03-01', points: 70_000, seats: 2, nonstop: true },
    ...{ carriers: ['BA'], from: 'JFK', from_area: '', to: 'LHR', to_area: '' },
  };
  const answered = {
    complete: true,
    data: [{ trips: [{ ...WAY, FlightNumbers: 'AA1' }] }],
    offers: [{ ...offer, trips: [WAY] }, { offer: 'b' }],
  };
  const input = { from: ['JFK'], to: ['LHR'], class: 'business' };
  for (const output of [answered, { result: answered, status: 'ok' }]) {
    const { runId } = buy(output, { input });
    const [row] = await rows(runId);
    expect(row).toMatchObject({ miles: 70_000, seats: 2, flagged: true });
    expect(row?.itineraries).toBeUndefined();
    expect(await awards.reads.record(row?.versionId ?? 0)).toMatchObject({
      raw: { offer: 'a', trips: [WAY] },
      added: ['trips'],
    });
    expect(awards.reads.broken('demo', { kind: 'run', runId })).toMatchObject([{ raw: { offer: 'b' } }]);
  }
});

it.each(['{"flights":', '5', '{}', '[]', '""', 'null'])(
  'damaged trip details and remarks cost themselves alone, and the record says so: %s',
  async (nonsense) => {
    const { awards, buy, storage, rows } = opened();
    const { runId } = buy(answer([flown('a', [WAY, { ...WAY, FlightNumbers: 'BA7' }]), flown('b', [WAY])]));
    const [first, second] = await rows(runId);
    storage.db
      .prepare('UPDATE award_itineraries SET content = ? WHERE version_id = ? AND place = 0')
      .run(nonsense, first?.versionId);
    storage.db.prepare('UPDATE award_versions SET remarks = ? WHERE id = ?').run(nonsense, first?.versionId);
    const shown = await rows(runId);
    expect(shown).toHaveLength(2);
    expect(shown[0]).toMatchObject({ flagged: true, itineraries: { flights: ['BA7'] } });
    expect(shown[1]).toEqual(second);
    const { remarks, itineraries } = await awards.reads.record(first?.versionId ?? 0);
    expect(itineraries).toMatchObject([{ flights: ['BA7'] }]);
    expect(remarks.join(' ')).toContain('damaged in the data file');
    const scope = { kind: 'run', runId } as const;
    await awards.reads.facets('demo', scope);
    await awards.reads.compare('demo', [{ scope, filter: {} }], { stopsMax: 1 }, '2026-11-27');
  },
);

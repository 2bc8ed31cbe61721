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

it('a record has the trip details that its answer lists', async () => {
  const { awards, buy, rows } = opened();
  const { runId } = buy(answer([flown('a', [WAY])]));
  const [row] = await rows(runId);
  expect(row?.itineraries).toMatchObject({ count: 1, flights: ['BA5'], stops: 0, minutes: 700 });
  expect(await awards.reads.record(row?.versionId ?? 0)).toMatchObject({
    itineraries: [{ flights: ['BA5'] }],
    itinerariesAt: 1_000,
  });
});

it('what a search without trip details saw is another version, and that with them keeps them', async () => {
  const { awards, buy, rows } = opened();
  const { runId } = buy(answer([flown('a', [WAY])]));
  const [before] = await rows(runId);
  const plain = buy(answer([rawRecord('a')]));
  expect((await rows(plain.runId))[0]?.itineraries).toBeUndefined();
  expect((await rows(runId))[0]?.itineraries?.flights).toEqual(['BA5']);
  const detail = await awards.reads.record(before?.versionId ?? 0);
  expect(detail.itineraries).toHaveLength(1);
  expect(detail.newer).not.toBeNull();
});

it('trip details that changed make no new version of a record', async () => {
  const { buy, rows } = opened();
  const first = buy(answer([flown('a', [WAY])]));
  const second = buy(answer([flown('a', [{ ...WAY, FlightNumbers: 'BA7' }])]));
  const [before] = await rows(first.runId);
  const [after] = await rows(second.runId);
  expect(after?.versionId).toBe(before?.versionId);
  expect(after?.itineraries?.flights).toEqual(['BA7']);
});

it('answers that were stored before are read without a new Call, and a damaged one holds up no other', async () => {
  const { awards, buy, rows, storage, outputs } = opened();
  const damaged = buy(answer([flown('b', [WAY])]));
  const { runId } = buy(answer([flown('a', [WAY])]));
  storage.db.exec('DELETE FROM award_itineraries; UPDATE award_pages SET itineraries_read = 0');
  outputs.delete(damaged.purchaseId);
  expect((await rows(runId))[0]?.itineraries).toBeUndefined();
  await awards.readLater.begin();
  expect((await rows(runId))[0]?.itineraries?.flights).toEqual(['BA5']);
  expect((await rows(damaged.runId))[0]?.itineraries).toBeUndefined();
  const unread = storage.db.prepare('SELECT count(*) FROM award_pages WHERE itineraries_read = 0').pluck();
  expect(unread.get()).toBe(0);
});

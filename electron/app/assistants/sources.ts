import { fail } from '#shared/contract/failure.ts';
import { localDay } from '#shared/dates.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import type { Sources } from '../../assistant/sources.ts';
import type { AwardReads } from '../../awards/reads.ts';
import { previewOf } from '../../awards/views/preview.ts';
import type { Places } from '../../places/places.ts';
import { accountsOver } from '../../purchases/accounts/accounts.ts';
import { openJournal } from '../../purchases/journal/journal.ts';
import { openMonths } from '../../purchases/journal/purchase-months.ts';
import type { Storage } from '../../storage/open.ts';
import type { MaybeAsync } from '../../storage/reader-thread/reading.ts';
import { createTrips } from '../../trips/trips.ts';
import { walletReader } from '../../wallet/wallet-store.ts';

export type AssistantSourcesDeps = {
  storage: Storage;
  reads: MaybeAsync<AwardReads>;
  places: Places;
  /** UTC ms. */
  clock: () => number;
  limits: () => Limits;
  /** The identity whose records are read, and whether it is the demo. */
  marketplace: () => { identity: string; demo: boolean };
};

/** The same number as on screen. */
const MAX_SUGGESTED = 12;

/** What assistants may read of a data file. */
export function assistantSources({
  storage,
  reads,
  places,
  clock,
  limits,
  marketplace,
}: AssistantSourcesDeps): Omit<Sources, 'propose' | 'privateNotes' | 'marketplace'> {
  const identity = () => marketplace().identity;
  const today = () => localDay(clock());
  const identityOf = storage.db
    .prepare<[number], string>(
      `SELECT h.identity FROM award_versions v CROSS JOIN award_records e ON e.id = v.record_id
       CROSS JOIN award_partitions h ON h.id = e.partition_id WHERE v.id = ?`,
    )
    .pluck();
  const wallet = walletReader(storage.db);
  const journal = openJournal(storage, clock);
  const over = { journal, months: openMonths(storage, journal) };
  const { handlers: trips } = createTrips({
    storage,
    publish: () => {},
    clock,
    newId: () => '',
    identity,
    recordsToStore: async (versionIds) => reads.recordsToStore(versionIds),
    currentRecords: async (keys) => reads.currentRecords(keys),
    // An assistant is not shown references of bookings.
    bookingsOf: (keys) => keys.map(() => null),
  });
  return {
    now: clock,
    today,
    airportsOf: places.airportsOf,
    suggestAirports: async (text) => places.handlers.suggestAirports({ text, limit: MAX_SUGGESTED }),
    suggestCarriers: async (text) => places.handlers.suggestCarriers({ text, limit: MAX_SUGGESTED }),
    results: {
      records: (request) => reads.records(identity(), request),
      searches: () => reads.searches(identity(), today()),
      runs: (request) => reads.runs(request),
      differences: (request) => reads.differences(identity(), request),
      record: ({ versionId }) =>
        identityOf.get(versionId) === identity()
          ? reads.record(versionId)
          : fail('not_found', 'This record is not stored here, or not of the marketplace that is in use.'),
    },
    insights: {
      price: ({ versionId }) => reads.priceInsight(versionId),
      space: (request) => reads.spaceInsight(identity(), request),
      stillThere: ({ versionId, age }) => reads.stillThereInsight(versionId, age),
      brought: () => reads.broughtByAll(identity()),
    },
    coveredDays: (request) => reads.coveredDays(identity(), request, today()),
    spellings: (programme) => reads.spellings(programme),
    awardHistory: (request) => reads.awardHistory(identity(), request),
    trips: { list: trips.list, show: trips.show },
    wallet: () => wallet(today()),
    preview: ({ input }) =>
      previewOf(
        async (stored) => reads.storedFor(identity(), stored),
        async (request) => reads.estimate(identity(), { ...request, today: today() }),
        places.airportsOf,
        { input, provider: '' },
      ),
    accounts(from) {
      const { demo } = marketplace();
      const kind = demo ? 'demo' : 'real';
      return accountsOver(over, { from, kind }, kind);
    },
    limits,
  };
}

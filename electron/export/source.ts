import type { Itinerary } from '#shared/award-search/itinerary.ts';
import type { RecordFilter, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import type { ListedAnswer } from '#shared/contract/booking.ts';
import type { ExportFormat, ExportView } from '#shared/contract/export.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Wallet } from '#shared/contract/wallet.ts';
import { isoInstant } from '#shared/dates.ts';
import type { NamedMarketplace } from '#shared/records/made-up.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import { walletOption } from '#shared/records/wallet-labels.ts';
import { isShared } from '#shared/wallet/holdings.ts';
import { bankLabel } from '#shared/wallet/transfer-table.ts';
import type { Departure } from './icalendar.ts';
import { type ExportRow, recordMembers, recordRow } from './rows.ts';
import { answerFacts, itemRow, type ShownTrip, TRIP_MEMBERS, tripFacts } from './trip.ts';

type Selection = { scope: Scope; filter: RecordFilter };

/** A snapshot of rows, opaque to the export. */
type SelectionSnapshot = { count: number; numbers: Float64Array };

export type ExportDeps = {
  /** Takes a snapshot of rows, so that later changes do not shift the export. */
  takeRows(selection: Selection & { sort: readonly RecordSort[] }): Promise<SelectionSnapshot>;
  takeVersions(versionIds: readonly number[]): Promise<SelectionSnapshot>;
  snapshotRows(snapshot: SelectionSnapshot, from: number, count: number): Promise<RecordRow[]>;
  /** The records of these versions with the service's IDs, in the same order; null for one that is not stored. */
  identifiedRecords(versionIds: readonly number[]): Promise<((RecordKey & { recordId: string }) | null)[]>;
  /** The way to fly each of these versions, in order; null where trip details list none, or several. */
  onlyWays(versionIds: readonly number[]): Promise<(Itinerary | null)[]>;
  /** What became of booking these records, in order, and when that last changed, UTC ms. */
  bookingsOf(keys: readonly RecordKey[]): { answer: ListedAnswer | null; changedAt: number }[];
  /** Every answer about a booking, newest first. */
  answers(): readonly ListedAnswer[];
  /** The user's wallet at the start of the export. */
  wallet(): Promise<Wallet>;
  /** A trip with its board; fails with `not_found`. */
  showTrip(tripId: string): Promise<ShownTrip>;
  /** The marketplace in use. */
  marketplace(): NamedMarketplace;
  views: Pick<
    ContractHandlers['results'],
    'scope' | 'broken' | 'calendar' | 'routes' | 'timeline' | 'histogram'
  >;
};

/** The source of an export: rows by index, and their records if they are departures. */
export type ExportSource = {
  count: number;
  /** The names of all possible members of a row, in order. */
  members: readonly string[];
  rows(from: number, count: number): Promise<ExportRow[]>;
  /** Null if the rows are no departures. */
  departures: ((from: number, count: number) => Promise<Departure[]>) | null;
  /** The owner of the rows; in JSON they are its `items`. */
  of?: ExportRow;
};

const few = (members: readonly string[], rows: readonly ExportRow[]): ExportSource => ({
  count: rows.length,
  members,
  rows: async (from, count) => rows.slice(from, from + count),
  departures: null,
});

/** A record with the banks whose points pay for it, as shown in the table; what is made up is paid by nothing. */
function withBanks(row: RecordRow, wallet: Wallet, inUse: NamedMarketplace): RecordRow {
  if (row.demo === true && inUse.demo !== true) {
    const { wallet: _notPaid, ...unpaid } = row;
    return unpaid;
  }
  if (row.wallet?.how !== 'transfer' || row.miles === null) return row;
  const option = walletOption(wallet, row.programme, row.miles);
  const transfers = option.kind === 'transfer' ? option.payment.transfers : [];
  const ofOwner = (owner: string) => (isShared(wallet.balances) ? ` of ${owner}` : '');
  const bankPoints = transfers.map(
    ({ owner, line, points }) => `${points} ${bankLabel(line.bank)}${ofOwner(owner)}`,
  );
  return { ...row, wallet: { ...row.wallet, bankPoints } };
}

async function ofRecords(
  deps: ExportDeps,
  snapshot: SelectionSnapshot,
  hidden: readonly string[],
): Promise<ExportSource> {
  const wallet = await deps.wallet();
  const records = async (from: number, count: number) => {
    const rows = await deps.snapshotRows(snapshot, from, count);
    const identified = await deps.identifiedRecords(rows.map(({ versionId }) => versionId));
    return rows.map((row, place) => ({ row, key: identified[place] ?? null }));
  };
  return {
    count: snapshot.count,
    members: recordMembers(hidden),
    rows: async (from, count) =>
      (await records(from, count)).map(({ row, key }) =>
        recordRow(withBanks(row, wallet, deps.marketplace()), key?.recordId ?? null, hidden),
      ),
    departures: async (from, count) => {
      // One that a rebuild deleted meanwhile has no identity any more, and is no row of a table either.
      const identified = (await records(from, count)).flatMap(({ row, key }) =>
        key === null ? [] : [{ row, key }],
      );
      const ways = await deps.onlyWays(identified.map(({ row }) => row.versionId));
      const bookings = deps.bookingsOf(identified.map(({ key }) => key));
      return identified.map((each, place) => ({
        ...each,
        way: ways[place] ?? null,
        booking: bookings[place]?.answer ?? null,
        changedAt: bookings[place]?.changedAt ?? 0,
      }));
    },
  };
}

/** A complete board of at most some hundred items. @param withTrip whether the trip itself is the first row */
async function ofTrip(deps: ExportDeps, tripId: string, withTrip: boolean): Promise<ExportSource> {
  const shown = await deps.showTrip(tripId);
  const stored = shown.items.flatMap((item) => (item.kind === 'record' ? (item.now?.versionId ?? []) : []));
  const identified = await deps.identifiedRecords(stored);
  const idOf = new Map(stored.map((versionId, place) => [versionId, identified[place]?.recordId ?? null]));
  const items = shown.items.map((item) =>
    itemRow(
      item,
      deps.marketplace(),
      item.kind === 'record' && item.now !== null ? (idOf.get(item.now.versionId) ?? null) : null,
    ),
  );
  const trip = tripFacts(shown);
  return { ...few(TRIP_MEMBERS, withTrip ? [{ kind: 'trip', ...trip }, ...items] : items), of: trip };
}

/** Figures of a scope, each with whether the demo marketplace made them up: only one run or search may be another's. */
async function ofScope(
  deps: ExportDeps,
  scope: Scope,
  members: readonly string[],
  rows: readonly ExportRow[],
): Promise<ExportSource> {
  const isOne = scope.kind === 'run' || scope.kind === 'search';
  const { demo } = isOne ? await deps.views.scope({ scope }) : deps.marketplace();
  return few(
    [...members, 'demo'],
    rows.map((row) => ({ ...row, demo: demo === true })),
  );
}

/** Opens the rows of a view. All views but the table are small and read completely at once. */
export async function openSource(
  deps: ExportDeps,
  what: ExportView,
  format: ExportFormat,
): Promise<ExportSource> {
  switch (what.view) {
    case 'table':
      return ofRecords(deps, await deps.takeRows(what), what.hidden);
    case 'chosen':
      return ofRecords(deps, await deps.takeVersions(what.versionIds), what.hidden);
    case 'trip':
      return ofTrip(deps, what.tripId, format !== 'json');
    case 'answers':
      return few(Object.keys(answerFacts(null)), deps.answers().map(answerFacts));
    case 'broken':
      return ofScope(
        deps,
        what.scope,
        ['purchase', 'row', 'readable', 'problems', 'asItCame'],
        (await deps.views.broken(what)).map(({ purchaseId, position, readable, problems, raw }) => ({
          purchase: purchaseId,
          // 1-based, as on the screen; null for the answer around the rows.
          row: position < 0 ? null : position + 1,
          readable,
          problems,
          asItCame: { asItCame: raw },
        })),
      );
    case 'calendar':
      return ofScope(
        deps,
        what.scope,
        ['date', 'cheapestMiles', 'mostSeats', 'recordsWithSpace', 'records', 'readingEndedWithin'],
        (await deps.views.calendar(what)).map((day) => ({
          date: day.date,
          cheapestMiles: day.miles,
          mostSeats: day.seats,
          recordsWithSpace: day.withSpace,
          records: day.records,
          // A day in which reading ended may have cheaper space.
          readingEndedWithin: day.partly === true,
        })),
      );
    case 'map':
      return ofScope(
        deps,
        what.scope,
        ['origin', 'destination', 'cheapestMiles', 'recordsWithSpace'],
        (await deps.views.routes(what)).map((route) => ({
          origin: route.origin,
          destination: route.destination,
          cheapestMiles: route.cheapest,
          recordsWithSpace: route.withSpace,
        })),
      );
    case 'timeline':
      return ofScope(
        deps,
        what.scope,
        [
          'ranAt',
          'run',
          'origin',
          'destination',
          'requestedCabin',
          'cheapestMiles',
          'recordsWithSpace',
          'records',
        ],
        (await deps.views.timeline(what)).map((run) => ({
          ranAt: isoInstant(run.ranAt),
          run: run.runId,
          origin: run.origin,
          destination: run.destination,
          requestedCabin: run.cabin || null,
          cheapestMiles: run.cheapest,
          recordsWithSpace: run.withSpace,
          records: run.records,
        })),
      );
    case 'histogram': {
      const { steps, width, more, withoutMiles } = await deps.views.histogram(what);
      return ofScope(
        deps,
        what.scope,
        ['milesFrom', 'milesUntil', 'recordsWithSpace'],
        [
          ...steps.map(({ from, records }) => ({ from, until: from + width - 1, records })),
          ...(more === null ? [] : [{ from: more.from, until: more.most, records: more.records }]),
          // Space without miles belongs to no step, but is counted.
          ...(withoutMiles === 0 ? [] : [{ from: null, until: null, records: withoutMiles }]),
        ].map(({ from, until, records }) => ({
          milesFrom: from,
          milesUntil: until,
          recordsWithSpace: records,
        })),
      );
    }
  }
}

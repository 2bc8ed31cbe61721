/** A trip's board as rows: the trip first, then each item in the user’s order. Pure. */
import type { ListedAnswer } from '#shared/contract/booking.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { NO_RECORD } from '#shared/contract/record-row.ts';
import type { RecordStanding, TripItem } from '#shared/contract/trips.ts';
import { isoInstant } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import type { NamedMarketplace } from '#shared/records/made-up.ts';
import { recordFacts } from '#shared/records/record-facts.ts';
import { isStillThere, standingName } from '#shared/trips/standing.ts';
import type { ExportRow } from './rows.ts';

export type ShownTrip = Awaited<ReturnType<ContractClient['trips']['show']>>;
type OnBoard = Extract<TripItem, { kind: 'record' }>;

const NOTHING_STORED: RecordStanding = { state: 'not_stored', lastSeenAt: null, run: null, changes: [] };

/** The trip's own members. */
export const tripFacts = ({ trip }: ShownTrip): ExportRow => ({
  title: trip.title,
  starts: trip.starts,
  ends: trip.ends,
  notes: trip.notes,
  changedAt: isoInstant(trip.updatedAt),
});

/**
 * @param inUse the marketplace of awards that do not name another
 * @param recordId the service's ID of the record; null if it is not stored here
 */
export function itemRow(item: TripItem, inUse: NamedMarketplace, recordId: string | null): ExportRow {
  switch (item.kind) {
    case 'note':
      return { kind: item.kind, text: item.text };
    case 'link':
      return { kind: item.kind, text: item.text, url: item.url };
    case 'record':
      return {
        kind: item.kind,
        text: item.text,
        ...standingFacts(item.standing),
        ...factsOf(item),
        ...bookingFacts(item.booking),
        ...marketplaceFacts(item.elsewhere ?? inUse),
        recordId,
      };
  }
}

const marketplaceFacts = ({ name, demo }: NamedMarketplace): ExportRow => ({ marketplace: name, demo });

const standingFacts = (standing: RecordStanding): ExportRow => ({
  standing: standingName(standing),
  stillThere: isStillThere(standing),
  lastSeenAt: standing.lastSeenAt === null ? null : isoInstant(standing.lastSeenAt),
  /** The run that shows the standing: the last one with the record, or the one that no longer had it. */
  shownByRunOf: standing.run === null ? null : isoInstant(standing.run.ranAt),
  changedSinceChosen: standing.changes,
});

/** The record as last seen, and its values when it was chosen. */
function factsOf({ chosen, chosenAt, now, standing }: OnBoard): ExportRow {
  const last = recordFacts(now ?? chosen);
  const then = recordFacts(chosen);
  return {
    ...last,
    // Last seen with space, but a later complete run may have proved its removal.
    awardSpace: last.awardSpace && standing.state !== 'removed',
    removed: standing.state === 'removed',
    chosenAt: isoInstant(chosenAt),
    chosenDate: then.date,
    chosenAwardSpace: then.awardSpace,
    chosenMiles: then.miles,
    chosenSeats: then.seats,
    chosenDirect: then.direct,
    chosenAirlines: then.airlines,
    chosenSeenAt: then.seenAt,
  };
}

/** What the user said of booking it; empty where they did not. */
const bookingFacts = (answer: ListedAnswer | null): ExportRow => ({
  outcome: answer?.outcome ?? null,
  answeredAt: answer === null ? null : isoInstant(answer.answeredAt),
  reference: answer?.reference ?? '',
  milesPaid: answer?.miles ?? null,
  taxesPaid: answer?.taxes == null ? null : formatAmount(answer.taxes),
  heldUntil: answer?.heldUntil == null ? null : isoInstant(answer.heldUntil),
});

/** An answer about a booking as a row of its own, with its record; null: the names of its members alone. */
export function answerFacts(answer: ListedAnswer | null): ExportRow {
  const { date, origin, destination, programme, requestedCabin, demo, miles, seenAt } = recordFacts(
    answer?.record ?? NO_RECORD,
  );
  return {
    ...bookingFacts(answer),
    date,
    origin,
    destination,
    programme,
    requestedCabin,
    demo,
    milesSeen: miles,
    seenAt,
    ageInMinutes: answer === null ? null : Math.floor((answer.answeredAt - answer.seenAt) / 60_000),
    flights: answer?.way?.flights ?? [],
  };
}

/** The columns of a board as a table; cells that do not apply to a row's kind are empty. */
export const TRIP_MEMBERS: readonly string[] = [
  'kind',
  'title',
  'starts',
  'ends',
  'notes',
  'changedAt',
  'text',
  'url',
  ...Object.keys(standingFacts(NOTHING_STORED)),
  ...Object.keys(
    factsOf({
      kind: 'record',
      itemId: '',
      text: '',
      chosenAt: 0,
      chosen: NO_RECORD,
      elsewhere: null,
      now: null,
      standing: NOTHING_STORED,
      booking: null,
    }),
  ),
  ...Object.keys(bookingFacts(null)),
  'marketplace',
  'recordId',
];

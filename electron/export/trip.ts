/** A trip's board as rows: what it is about first, then each item in the person's order. Pure. */
import type { ContractClient } from '#shared/contract/index.ts';
import type { RecordStanding, TripItem } from '#shared/contract/trips.ts';
import { instant, NO_RECORD, recordFacts } from '#shared/record-facts.ts';
import { isStillThere, standingName } from '#shared/trips/standing.ts';
import type { ExportRow } from './rows.ts';

export type ShownTrip = Awaited<ReturnType<ContractClient['trips']['show']>>;
type OnBoard = Extract<TripItem, { kind: 'record' }>;

const NOTHING_KEPT: RecordStanding = { state: 'not_kept', lastSeenAt: null, asking: null, changes: [] };

/** What the trip itself is. */
export const tripFacts = ({ trip }: ShownTrip): ExportRow => ({
  title: trip.title,
  starts: trip.starts,
  ends: trip.ends,
  notes: trip.notes,
  changedAt: instant(trip.updatedAt),
});

/** @param recordId what the service calls the record; null where it is not kept here */
export function itemRow(item: TripItem, recordId: string | null): ExportRow {
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
        recordId,
      };
  }
}

const standingFacts = (standing: RecordStanding): ExportRow => ({
  standing: standingName(standing),
  stillThere: isStillThere(standing),
  lastSeenAt: standing.lastSeenAt === null ? null : instant(standing.lastSeenAt),
  /** The asking that tells: the last that had it, or the one that has it no more. */
  toldByAskingOf: standing.asking === null ? null : instant(standing.asking.askedAt),
  changedSinceChosen: standing.changes,
});

/** As it was seen last, and beside it what may have been another when it was chosen. */
function factsOf({ chosen, chosenAt, now, standing }: OnBoard): ExportRow {
  const last = recordFacts(now ?? chosen);
  const then = recordFacts(chosen);
  return {
    ...last,
    // Its last sighting says that there was space; a later asking that must have had it says that there is none.
    awardSpace: last.awardSpace && standing.state !== 'gone',
    gone: standing.state === 'gone',
    chosenAt: instant(chosenAt),
    chosenDate: then.date,
    chosenAwardSpace: then.awardSpace,
    chosenMiles: then.miles,
    chosenSeats: then.seats,
    chosenDirect: then.direct,
    chosenAirlines: then.airlines,
    chosenSeenAt: then.seenAt,
  };
}

/** The columns of a board as a table; a row leaves empty what its kind has not. */
export const TRIP_MEMBERS: readonly string[] = [
  'kind',
  'title',
  'starts',
  'ends',
  'notes',
  'changedAt',
  'text',
  'url',
  ...Object.keys(standingFacts(NOTHING_KEPT)),
  ...Object.keys(
    factsOf({
      kind: 'record',
      itemId: '',
      text: '',
      chosenAt: 0,
      chosen: NO_RECORD,
      now: null,
      standing: NOTHING_KEPT,
    }),
  ),
  'recordId',
];

import type { RecordRow } from '#shared/contract/awards.ts';
import type { StillThereInsight } from '#shared/contract/insights.ts';
import { leadOf, readingsAround } from '#shared/insights/readings.ts';
import { stillThere } from '#shared/insights/still-there.ts';
import { totalsByCurrency } from '#shared/money.ts';
import { isSameProgramme } from '#shared/places/programmes.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { dateOf, dayOf } from '../coverage/day.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { coveringRuns, type DateRead, datesWithSpace } from './dates-read.ts';
import { type Sighting, sightingsOf, sightingsOfProgramme, sourceCalls } from './sightings.ts';
import { ratedRecord } from './subject.ts';

/** How many similar records were still there at an age in ms: of the same programme if enough, else of the whole route. */
export function stillThereInsight(
  reader: Reader,
  purchaseOf: PurchaseOf,
  versionId: number,
  age: number,
): StillThereInsight {
  const { row, subject } = ratedRecord(reader, versionId);
  const { identity: _identity, ...shown } = subject;
  const base = { subject: shown, seenAt: row.seenAt, refresh: refreshCost(reader, purchaseOf, versionId) };
  const nothing = { like: 'programme', dates: 0, bounds: null, evidence: [] } as const;
  const missing = missingFor(row, age);
  if (missing !== null || row.date === null)
    return { ...base, ...nothing, evidence: [], missing: missing ?? 'no_date' };
  const day = dayOf(row.date);
  const runs = coveringRuns(reader, subject);
  const like = (sightings: readonly Sighting[]) =>
    stillThere(
      datesWithSpace(sightings, runs).filter(
        // Excludes the record itself.
        (date) => date.day !== day || !isSameProgramme(date.programme, subject.programme),
      ),
      age,
    );
  const near = like(sightingsOfProgramme(reader, subject));
  const wide = near.bounds === null ? like(sightingsOf(reader, { ...subject, programme: null })) : near;
  const found = wide.bounds === null ? near : wide;
  const callOf = sourceCalls(purchaseOf);
  return {
    ...base,
    missing: null,
    like: found === near ? 'programme' : 'route',
    dates: found.dates.length,
    bounds: found.bounds,
    evidence: found.dates.flatMap(({ date, standing }) => evidenceOf(date, age, standing, callOf) ?? []),
  };
}

/** Why there is nothing to say of a record at an age in ms. */
function missingFor(
  { date, available, removed, seenAt }: RecordRow,
  age: number,
): StillThereInsight['missing'] {
  if (date !== null && leadOf(dayOf(date), seenAt + age) < 0) return 'departed';
  if (removed === true) return 'removed';
  return available ? null : 'no_space';
}

function evidenceOf(
  { day, programme, readings }: DateRead,
  age: number,
  standing: 'there' | 'removed' | 'either',
  callOf: ReturnType<typeof sourceCalls>,
): StillThereInsight['evidence'][number] | null {
  const around = readingsAround(readings, age);
  if (around === null) return null;
  const { start, before, after } = around;
  return {
    date: dateOf(day) ?? '',
    programme,
    standing,
    first: callOf(start),
    last: callOf(before),
    next: callOf(after),
  };
}

/**
 * The cost of the last run with a version: a refresh reads about as many pages, at about that price. No cost where that of
 * a page is not known.
 */
function refreshCost(
  reader: Reader,
  purchaseOf: PurchaseOf,
  versionId: number,
): StillThereInsight['refresh'] {
  const pages = reader.all<{ purchaseId: string }>(
    sql(
      `SELECT p.purchase_id AS purchaseId FROM award_pages p WHERE p.run_id = (
         SELECT o.run_id FROM award_versions v CROSS JOIN award_search_routes b ON b.route_id = v.route_id
         CROSS JOIN award_runs r ON r.search_id = b.search_id
         CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = v.record_id
         WHERE v.id = ? AND o.version_id = v.id ORDER BY o.page_id DESC LIMIT 1)`,
      versionId,
    ),
  );
  const costs = pages.flatMap(({ purchaseId }) => purchaseOf(purchaseId)?.cost ?? []);
  return { pages: pages.length, cost: costs.length < pages.length ? [] : totalsByCurrency(costs) };
}

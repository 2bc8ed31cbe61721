import type { z } from 'zod';
import type { insightRequests, SpaceInsight } from '#shared/contract/insights.ts';
import { spacePattern, stripOf } from '#shared/insights/space-pattern.ts';
import type { Reader } from '../../storage/sql.ts';
import { dateOf, dayOf } from '../coverage/day.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { coveringRuns, datesRead } from './dates-read.ts';
import { type SightingSource, sightingsOfProgramme, sourceCalls } from './sightings.ts';

export type SpaceRequest = z.infer<typeof insightRequests.space.input>;

/** When award space appears and how long it lasts, on one route or several. */
export function spaceInsight(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  { origins, destinations, programme, cabin, source = '', travelFrom }: SpaceRequest,
): SpaceInsight {
  const routes = origins.flatMap((origin) =>
    destinations.flatMap((destination) => (origin === destination ? [] : { origin, destination })),
  );
  const read = routes.map((route) => {
    const subject = { identity, cabin, source, programme, ...route };
    const sightings = sightingsOfProgramme(reader, subject);
    const runs = coveringRuns(reader, subject);
    return { sightings, runs, dates: datesRead(programme, sightings, runs) };
  });
  const dates = read.flatMap((route) => route.dates);
  const pattern = spacePattern(dates);
  // If no run read the dates earlier, space may have been there long before, so no time of appearance is known.
  // Nor is one where every date may have been otherwise.
  const { appears } = pattern;
  const lead = appears === null || appears.within === 0 ? null : appears.from;
  const from = lead === null || travelFrom === undefined ? null : dateOf(dayOf(travelFrom) - lead);
  return {
    ...pattern,
    refresh: lead === null || from === null ? null : { lead, from },
    weekdays: stripOf(dates, 'weekday'),
    months: stripOf(dates, 'month'),
    runs: countedRuns(read, purchaseOf),
  };
}

type ReadRoute = {
  sightings: readonly (SightingSource & { at: number })[];
  runs: ReturnType<typeof coveringRuns>;
};

/** All runs that the figures count, newest first. */
function countedRuns(read: readonly ReadRoute[], purchaseOf: PurchaseOf): SpaceInsight['runs'] {
  const found = new Map<number, SpaceInsight['runs'][number]>();
  const callOf = sourceCalls(purchaseOf);
  for (const { sightings, runs } of read) {
    for (const run of runs) {
      const [from, until] = [dateOf(run.firstDay), dateOf(run.lastDay)];
      const covers = from === null || until === null ? null : { from, until };
      found.set(run.runId, { source: callOf(run), at: run.from, covers });
    }
    for (const sighting of sightings)
      if (!found.has(sighting.runId))
        found.set(sighting.runId, {
          source: callOf(sighting),
          at: sighting.at,
          covers: null,
        });
  }
  return [...found.values()].sort((a, b) => b.at - a.at || b.source.runId - a.source.runId);
}

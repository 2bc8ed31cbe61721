import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '#shared/testing/proves.ts';
import { createReader, sql } from '../../storage/sql.ts';
import { pages } from '../testing/arbitraries.ts';
import { storeAwards } from '../testing/stored-awards.ts';
import { coveringRuns, datesRead, datesWithSpace } from './dates-read.ts';
import { sightingsOf } from './sightings.ts';

type Seen = { runId: number; versionId: number; day: number; programme: string; miles: number | null };

const subjects = fc.record({
  identity: fc.constant('demo'),
  cabin: fc.constantFrom('business', 'first', ''),
  origin: fc.constantFrom('JFK', 'EWR'),
  destination: fc.constantFrom('LHR', 'CDG'),
  programme: fc.constantFrom('united', 'Aeroplan', null),
});

/** Days apart, so that runs are before and after travel dates. */
const AT = Date.parse('2027-02-20T00:00:00Z');
const DAY_MS = 86_400_000;

it('finds every sighting that reading all observations finds, and takes for missing only what a run had not', () => {
  proves(
    0.3,
    [pages, subjects, fc.option(fc.nat(30), { freq: 4, nil: null })],
    (bought, drawn, pick) => {
      const { buy, storage } = storeAwards();
      try {
        let runId: number | undefined;
        for (const [place, page] of bought.entries()) {
          const continued = page.continues && runId !== undefined ? { runId } : {};
          ({ runId } = buy(page.output, { input: page.input, at: AT + place * DAY_MS, ...continued }));
        }
        const reader = createReader(storage.db);
        // All observations, filtered by the subject only: mostly that of one of them.
        const every = reader.all<
          Seen & { cabin: string; origin: string; destination: string; available: number; identity: string }
        >(
          sql(
            `SELECT o.run_id AS runId, v.id AS versionId, v.day, g.name AS programme, v.miles, h.cabin, h.identity,
                 t.origin, t.destination, v.available
               FROM award_observations o JOIN award_versions v ON v.id = o.version_id
               JOIN award_records e ON e.id = v.record_id JOIN award_partitions h ON h.id = e.partition_id
               JOIN award_routes t ON t.id = v.route_id JOIN award_programmes g ON g.id = v.programme_id`,
          ),
        );
        const picked = pick === null ? undefined : every[pick % Math.max(1, every.length)];
        const subject =
          picked === undefined
            ? drawn
            : {
                ...drawn,
                cabin: picked.cabin as typeof drawn.cabin,
                origin: picked.origin,
                destination: picked.destination,
                programme: drawn.programme === null ? null : picked.programme,
              };
        const all = every.filter(
          (one) =>
            one.available === 1 &&
            one.day < 2_000_000_000 &&
            one.identity === subject.identity &&
            one.cabin === subject.cabin &&
            one.origin === subject.origin &&
            one.destination === subject.destination &&
            (subject.programme === null || one.programme === subject.programme),
        );
        const found = sightingsOf(reader, { ...subject, source: '' });
        const keys = (seen: readonly Seen[]) =>
          seen.map(({ runId: run, versionId }) => `${run}/${versionId}`).sort();
        expect(keys(found)).toEqual(keys(all));

        const runs = coveringRuns(reader, { ...subject, source: '' });
        const dates =
          subject.programme === null
            ? datesWithSpace(found, runs)
            : datesRead(subject.programme, found, runs);
        for (const { day, programme, readings } of dates) {
          const had = (run: number) =>
            all.some((one) => one.runId === run && one.day === day && one.programme === programme);
          for (const { state, runId: run } of readings) {
            expect(had(run)).toBe(state === 'seen');
            if (state === 'none')
              expect(runs.some((one) => one.runId === run && one.firstDay <= day && day <= one.lastDay)).toBe(
                true,
              );
          }
          expect(new Set(readings.map((one) => one.runId)).size).toBe(readings.length);
        }
        return found.length > 0;
      } finally {
        storage.close();
      }
    },
    { numRuns: 150 },
  );
});

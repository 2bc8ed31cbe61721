import { z } from 'zod';
import { CABINS } from '#shared/award-search/request.ts';
import type { RecordSort } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { isKnownProgramme } from '#shared/places/programmes.ts';
import { defineTool, found, outsideValue } from '../answer.ts';
import { cabinWord, createArgumentReader, likeProgram, placeWords, programWord } from '../argument-reader.ts';
import { awardSchema, awardsOf, coverageFor, coverageSchema, cursor, date, limit, whole } from '../awards.ts';

const SORTS: Readonly<Record<string, RecordSort>> = {
  miles: { by: 'miles', descending: false },
  date: { by: 'date', descending: false },
  seats: { by: 'seats', descending: true },
  newest: { by: 'seen', descending: true },
};

export const searchSavedAwards = defineTool({
  name: 'search_saved_awards',
  title: 'Search saved awards',
  description:
    'Award space that the user has already searched and stored: nothing is asked of any source and nothing is spent. Each result is as it was last observed, and may be gone. "covered" says which days were searched at all: a day that was not searched may have space.',
  reads: true,
  input: z.strictObject({
    origins: placeWords
      .default([])
      .describe('Airports and cities by code or name. Empty: any, where destinations are given.'),
    destinations: placeWords.default([]).describe('Likewise.'),
    start_date: date.optional().describe('Earliest departure. Absent: today.'),
    end_date: date.optional().describe('Latest departure.'),
    cabin: cabinWord.optional().describe(`${CABINS.join(', ')}; absent: any.`),
    programs: z.array(programWord).max(30).optional().describe('As results name them.'),
    direct_only: z.boolean().optional(),
    max_miles: whole(1, 100_000_000).optional(),
    min_seats: whole(1, 99).optional().describe('Programs that give no seat count do not pass.'),
    sort: z.enum(['miles', 'date', 'seats', 'newest']).default('miles'),
    limit: limit(50, 20),
    cursor,
  }),
  covered: z.array(coverageSchema).nullable().describe('Null where one end of the route was left open.'),
  result: { awards: z.array(awardSchema) },
  async run(input, sources, offset) {
    const words = createArgumentReader(sources);
    const origins = await words.airports('origins', input.origins);
    const destinations = await words.airports('destinations', input.destinations);
    const cabin = words.cabin(input.cabin);
    if (origins.length === 0 && destinations.length === 0)
      fail('no_route', 'Name at least one airport in origins or destinations.');
    const from = input.start_date ?? sources.today();
    if (input.end_date !== undefined && input.end_date < from)
      fail('bad_range', 'end_date: the range ends before it begins. Without a start_date it begins today.');
    const programs = (input.programs ?? []).map((program) => words.program('programs', program));
    const spellings = await Promise.all(programs.map(sources.spellings));
    const { total, rows } = await sources.results.records({
      scope: {
        kind: 'matching',
        origins,
        destinations,
        from,
        ...(input.end_date !== undefined && { until: input.end_date }),
        ...(cabin !== undefined && { cabin }),
      },
      filter: {
        available: true,
        ...(programs.length > 0 && { programmes: spellings.flat() }),
        ...(input.direct_only === true && { direct: true }),
        ...(input.max_miles !== undefined && { milesMax: input.max_miles }),
        ...(input.min_seats !== undefined && { seatsMin: input.min_seats }),
      },
      sort: [ownEntry(SORTS, input.sort) ?? { by: 'miles', descending: false }],
      offset,
      limit: input.limit,
    });
    const unknown = programs.find((each) => !isKnownProgramme(each));
    // An unknown programme must not yield "none".
    if (total === 0 && unknown !== undefined)
      fail(
        'unknown_program',
        `Nothing stored matches, and "${outsideValue(unknown)}" is no program that is known here. ${likeProgram(unknown)}Name programs as results name them.`,
      );
    const request = {
      origin_airport: origins.join(','),
      destination_airport: destinations.join(','),
      start_date: from,
      ...(input.end_date !== undefined && { end_date: input.end_date }),
      ...(input.direct_only === true && { only_direct_flights: true }),
    };
    // Coverage of one cabin proves nothing about another.
    const cabins = cabin !== undefined ? [cabin] : [...new Set(rows.map((row) => row.cabin))];
    const covered =
      origins.length === 0 || destinations.length === 0
        ? null
        : await Promise.all(
            (cabins.length === 0 ? [null] : cabins).map((each, _, all) =>
              coverageFor(sources, { ...request, ...(each !== null && { cabin: each }) }, all.length),
            ),
          );
    return found({
      observedAt: rows.length === 0 ? null : Math.max(...rows.map(({ seenAt }) => seenAt)),
      understood: words.understood,
      covered,
      rows: awardsOf(rows, sources),
      total,
      result: (awards) => ({ awards: [...awards] }),
    });
  },
});

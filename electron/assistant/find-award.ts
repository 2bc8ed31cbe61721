import { z } from 'zod';
import type { RecordRow } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import { cabinWord, placeWord, programWord, type Words } from './argument-reader.ts';
import { date } from './awards.ts';
import type { Sources } from './sources.ts';

/** Arguments that identify an award: its record ID, or its route, date and programme. */
export const awardArguments = {
  record_id: z.int().min(1).optional().describe('As another answer gave it; the rest is then not needed.'),
  origin: placeWord.optional().describe('An airport by its code or name, or a city.'),
  destination: placeWord.optional().describe('Likewise.'),
  date: date.optional().describe('Departure.'),
  program: programWord.optional().describe('As results name it.'),
  cabin: cabinWord.optional().describe('The cabin that was asked for; absent: searches that named none.'),
};
type OneAward = z.infer<z.ZodObject<typeof awardArguments>>;

/** Most records of one programme, route and day. */
const MAX_ALIKE = 50;

/** The identified record; of several, the cheapest with award space. Fails with `not_found` or `not_named`. */
export async function findAward(
  input: OneAward,
  { results, spellings }: Pick<Sources, 'results' | 'spellings'>,
  words: Words,
): Promise<RecordRow> {
  if (input.record_id !== undefined) return (await results.record({ versionId: input.record_id })).row;
  const { origin, destination, date: day, program } = input;
  if (origin === undefined || destination === undefined || day === undefined || program === undefined)
    fail('not_named', 'Name a record_id, or origin, destination, date and program.');
  const { rows } = await results.records({
    scope: {
      kind: 'matching',
      origins: await words.airports('origin', [origin]),
      destinations: await words.airports('destination', [destination]),
      cabin: words.cabin(input.cabin) ?? '',
      from: day,
      until: day,
    },
    filter: { programmes: [...(await spellings(words.program('program', program)))] },
    sort: [
      { by: 'available', descending: true },
      { by: 'miles', descending: false },
    ],
    offset: 0,
    limit: MAX_ALIKE,
  });
  return (
    rows[0] ??
    fail(
      'not_found',
      'Nothing is stored for this route, date, program and cabin. That does not show that there is none.',
    )
  );
}

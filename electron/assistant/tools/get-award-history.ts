import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import { daysBetween, isoInstant } from '#shared/dates.ts';
import { isKnownProgramme, programmeAccount } from '#shared/places/programmes.ts';
import { defineTool, found, minutesOld, outsideValue } from '../answer.ts';
import { createArgumentReader, likeProgram, type Words } from '../argument-reader.ts';
import { airlinesOf, coverageFor, coverageSchema, cursor, date, limit } from '../awards.ts';
import { awardArguments, findAward } from '../find-award.ts';
import type { Sources } from '../sources.ts';

/** Longest span of travel dates. */
const MAX_DAYS = 92;

const entrySchema = z.object({
  date: z.string(),
  observed_at: z.string(),
  minutes_old: z.int(),
  program: z.string().nullable().describe('As the source wrote it; null where there was none.'),
  source: z.string().describe('Who said so: prices of two sources are not compared.'),
  state: z
    .enum(['seen', 'searched_and_none'])
    .describe('searched_and_none: a complete search read this date and there was no award space.'),
  record_id: z.int().nullable(),
  miles: z.int().nullable(),
  seats: z.number().nullable(),
  direct: z.boolean().nullable(),
  airlines: z.array(z.string()),
});

export const getAwardHistory = defineTool({
  name: 'get_award_history',
  title: 'Get award history',
  description:
    'Every stored observation of one program on one route in one cabin, newest first, for one date of travel or a range of them. A moment at which nothing was searched says nothing.',
  reads: true,
  input: z.strictObject({
    ...awardArguments,
    end_date: date.optional().describe('The last date of travel, where a range is meant.'),
    limit: limit(200, 50),
    cursor,
  }),
  covered: coverageSchema.extend({ program: z.string(), from: z.string(), until: z.string() }),
  result: { history: z.array(entrySchema) },
  async run(input, sources, offset) {
    const words = createArgumentReader(sources);
    const meant = await resolveSubject(input, sources, words);
    const { from, until } = meant;
    if (until < from || daysBetween(from, until) >= MAX_DAYS)
      fail('bad_range', `end_date: name a range of at most ${MAX_DAYS} days, the first one first.`);
    const { history, program } = await historyOf(meant, sources);
    const covered = await coverageFor(sources, {
      origin_airport: meant.origin,
      destination_airport: meant.destination,
      start_date: from,
      end_date: until,
      ...(meant.cabin !== '' && { cabin: meant.cabin }),
    });
    const now = sources.now();
    return found({
      observedAt: history[0]?.at ?? null,
      understood: words.understood,
      covered: { ...covered, program: outsideValue(program), from, until },
      rows: history.slice(offset, offset + input.limit),
      total: history.length,
      result: (entries) => ({
        history: entries.map(({ date: day, at, source, seen }) => ({
          date: day,
          observed_at: isoInstant(at),
          minutes_old: minutesOld(at, now),
          program: seen === null ? null : outsideValue(seen.programme),
          source: outsideValue(source),
          state: seen === null ? ('searched_and_none' as const) : ('seen' as const),
          record_id: seen?.versionId ?? null,
          miles: seen?.miles ?? null,
          seats: seen?.seats ?? null,
          direct: seen?.direct ?? null,
          airlines: airlinesOf(seen?.airlines ?? ''),
        })),
      }),
    });
  },
});

type Input = z.infer<z.ZodObject<typeof awardArguments>> & { end_date?: string | undefined };

type Subject = Parameters<Sources['awardHistory']>[0];

/** The history of the program in every spelling. An unknown name is refused, since every run would show "none" for it. */
async function historyOf(subject: Subject, { awardHistory }: Pick<Sources, 'awardHistory'>) {
  const history = await awardHistory(subject);
  const program =
    history.find(({ seen }) => seen !== null)?.seen?.programme ??
    (isKnownProgramme(subject.programme) ? programmeAccount(subject.programme) : null);
  if (program === null)
    fail(
      'unknown_program',
      `Nothing is stored of a program of this name. ${likeProgram(subject.programme)}`.trim(),
    );
  return { history, program };
}

/** The subject of the history. Without a record ID it is built from the arguments, so that it need not be stored. */
async function resolveSubject(
  input: Input,
  sources: Parameters<typeof findAward>[1],
  words: Words,
): Promise<Subject> {
  const { origin, destination, date: day, program } = input;
  if (input.record_id === undefined && origin && destination && day && program) {
    return {
      origin: await words.airport('origin', origin),
      destination: await words.airport('destination', destination),
      programme: words.program('program', program),
      cabin: words.cabin(input.cabin) ?? '',
      from: day,
      until: input.end_date ?? day,
    };
  }
  const row = await findAward(input, sources, words);
  const from = row.date ?? fail('no_date', 'The date of this record is no day of the calendar.');
  const until = input.end_date ?? from;
  return {
    origin: row.origin,
    destination: row.destination,
    programme: row.programme,
    cabin: row.cabin ?? '',
    source: row.source ?? '',
    from,
    until,
  };
}

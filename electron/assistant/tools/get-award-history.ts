import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import { daysBetween, isoInstant } from '#shared/dates.ts';
import { KNOWN_PROGRAMMES, programmeWords } from '#shared/places/programmes.ts';
import { defineTool, found, minutesOld, outsideValue } from '../answer.ts';
import { airlinesOf, coverageFor, coverageSchema, cursor, date, limit } from '../awards.ts';
import { awardMeant, oneAward } from '../one-award.ts';
import type { Sources } from '../sources.ts';
import { readWords, type Words } from '../words.ts';

/** Dates of travel that one question may span. */
const MOST_DAYS = 92;

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
    ...oneAward,
    end_date: date.optional().describe('The last date of travel, where a range is meant.'),
    limit: limit(200, 50),
    cursor,
  }),
  covered: coverageSchema.extend({ program: z.string(), from: z.string(), until: z.string() }),
  result: { history: z.array(entrySchema) },
  async run(input, sources, offset) {
    const words = readWords(sources);
    const meant = await subjectMeant(input, sources, words);
    const { from, until } = meant;
    if (until < from || daysBetween(from, until) >= MOST_DAYS)
      fail('bad_range', `end_date: name a range of at most ${MOST_DAYS} days, the first one first.`);
    const { history, ...subject } = await historyOf(meant, sources);
    const covered = await coverageFor(sources, {
      origin_airport: subject.origin,
      destination_airport: subject.destination,
      start_date: from,
      end_date: until,
      ...(subject.cabin !== '' && { cabin: subject.cabin }),
    });
    const now = sources.now();
    return found({
      observedAt: history[0]?.at ?? null,
      understood: words.understood,
      covered: { ...covered, program: outsideValue(subject.programme), from, until },
      rows: history.slice(offset, offset + input.limit),
      total: history.length,
      result: (entries) => ({
        history: entries.map(({ date: day, at, program, source, seen }) => ({
          date: day,
          observed_at: isoInstant(at),
          minutes_old: minutesOld(at, now),
          program: seen === null ? null : outsideValue(program),
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

type Input = z.infer<z.ZodObject<typeof oneAward>> & { end_date?: string | undefined };

type Subject = Parameters<Sources['awardHistory']>[0];

/**
 * The history by every word for the program: a source may write one program in several ways. A run read "none" only where
 * it saw space under none of them. Of a name that means no program, every search read "none": that would be said of a
 * program that the name was not understood for.
 */
async function historyOf(subject: Subject, { awardHistory }: Pick<Sources, 'awardHistory'>) {
  const words = programmeWords(subject.programme);
  const all = await Promise.all(
    words.map(async (program) =>
      (await awardHistory({ ...subject, programme: program })).map((entry) => ({ ...entry, program })),
    ),
  );
  const entries = all.flat();
  const seen = entries.filter((entry) => entry.seen !== null);
  const programme = seen[0]?.program ?? words.find((word) => KNOWN_PROGRAMMES.includes(word));
  const said = new Set(seen.map(momentOf));
  const none = entries.filter((entry) => {
    const isFirst = !said.has(momentOf(entry));
    said.add(momentOf(entry));
    return isFirst;
  });
  return {
    ...subject,
    programme: programme ?? fail('unknown_program', 'Nothing is stored of a program of this name.'),
    history: [...seen, ...none].sort((a, b) => b.at - a.at || a.date.localeCompare(b.date)),
  };
}

const momentOf = ({ runId, date: day }: { runId: number; date: string }): string => `${runId} ${day}`;

/** What the history is of; by what it is where no record is named, so that one that is not stored has a history too. */
async function subjectMeant(
  input: Input,
  sources: Parameters<typeof awardMeant>[1],
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
  const row = await awardMeant(input, sources, words);
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

import { z } from 'zod';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { UserNote } from '#shared/contract/program/assistants.ts';
import { isCalendarDate, isoInstant } from '#shared/dates.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { minutesOld, outsideText, outsideTextSchema, outsideValue } from './answer.ts';
import type { Sources, Stretch } from './sources.ts';

export const date = z.string().refine(isCalendarDate, 'A day of the calendar, YYYY-MM-DD.');
export function whole(least: number, most: number) {
  const error = `A whole number from ${least} to ${most}.`;
  return z.int(error).min(least, error).max(most, error);
}
export const cursor = z.string().max(40).optional().describe('From "cut_off" of the answer before.');
export const limit = (most: number, usual: number) => whole(1, most).default(usual);

/** A record of award space, in the vocabulary of the field. */
export const awardSchema = z.object({
  record_id: z.int().describe('Names the record for the other tools, until the records are rebuilt.'),
  date: z.string().describe('Departure, YYYY-MM-DD; otherwise as the source wrote it.'),
  origin: z.string(),
  destination: z.string(),
  program: z.string(),
  cabin: z.string().nullable().describe('The cabin that was asked for; null where none was.'),
  source: z.string().describe('Who said so: the same seat as another source tells of it is another record.'),
  available: z.boolean(),
  removed: z.boolean().describe('True: a later complete search no longer returned it.'),
  miles: z.int().nullable(),
  seats: z.number().nullable().describe('Null: the program gives no count.'),
  direct: z.boolean(),
  airlines: z.array(z.string()),
  observed_at: z.string(),
  minutes_old: z.int(),
  starred: z.boolean(),
  tags: z.array(outsideTextSchema),
  note: outsideTextSchema.nullable(),
  private_note: z.boolean().describe('True: the user keeps a note that is not shown to assistants.'),
});

type Award = z.infer<typeof awardSchema>;

/** Records as assistants read them; of a private note only its existence is stated. */
export function awardsOf(
  rows: readonly RecordRow[],
  { privateNotes, now }: Pick<Sources, 'privateNotes' | 'now'>,
): Award[] {
  const noted = rows.filter(({ mark }) => mark !== undefined && mark.note !== '');
  const hidden = new Set(
    privateNotes(noted.map(({ versionId }): UserNote => ({ kind: 'record', versionId }))).flatMap((note) =>
      note.kind === 'record' ? note.versionId : [],
    ),
  );
  return rows.map((row) => awardOf(row, hidden.has(row.versionId), now()));
}

const awardOf = (row: RecordRow, isPrivate: boolean, now: number): Award => ({
  record_id: row.versionId,
  date: row.date ?? outsideValue(row.dateText),
  origin: outsideValue(row.origin),
  destination: outsideValue(row.destination),
  program: outsideValue(row.programme),
  cabin: row.cabin,
  source: outsideValue(sourceName(row)),
  available: row.available,
  removed: row.removed === true,
  miles: row.miles,
  seats: row.seats,
  direct: row.direct,
  airlines: airlinesOf(row.airlines),
  observed_at: isoInstant(row.seenAt),
  minutes_old: minutesOld(row.seenAt, now),
  starred: row.mark?.starred === true,
  tags: (row.mark?.tags ?? []).map(outsideText),
  note: isPrivate || !row.mark?.note ? null : outsideText(row.mark.note),
  private_note: isPrivate,
});

const MAX_AIRLINES = 20;

export const airlinesOf = (airlines: string): string[] =>
  airlines === '' ? [] : airlines.split(', ').slice(0, MAX_AIRLINES).map(outsideValue);

/** Date ranges of one route from one source. */
const stretchSchema = z.object({
  source: z.string().describe('Who was asked: of another source it says nothing.'),
  origin: z.string(),
  destination: z.string(),
  from: z.string(),
  until: z.string().nullable(),
});

const MAX_STRETCHES = 40;

/** The routes and days of a question that complete searches covered, in one cabin. */
export const coverageSchema = z.object({
  cabin: z.string().nullable().describe('The cabin that was asked for; null where none was.'),
  searched: z
    .array(stretchSchema.extend({ observed_at: z.string() }))
    .describe('Days that a complete search read: what is not listed for them was not there then.'),
  not_searched: z
    .array(stretchSchema)
    .describe('Days that no complete search read: award space may be there that is not stored.'),
  more_stretches: z.int().describe('How many stretches of days were left out of the two lists.'),
});

export type StatedCoverage = z.infer<typeof coverageSchema>;

const stretchOf = ({ origin, destination, from, until, ...source }: Stretch) => ({
  source: outsideValue(sourceName(source)),
  origin,
  destination,
  from,
  until,
});

/** The coverage of a request of §2.1. @param among how many such reports one bounded answer contains */
export async function coverageFor(
  sources: Pick<Sources, 'coveredDays'>,
  request: Readonly<Record<string, unknown>>,
  among = 1,
): Promise<StatedCoverage> {
  const { read, notRead } = await sources.coveredDays(request);
  const most = Math.floor(MAX_STRETCHES / among);
  return {
    cabin: typeof request.cabin === 'string' ? request.cabin : null,
    searched: read
      .slice(0, most)
      .map((stretch) => ({ ...stretchOf(stretch), observed_at: isoInstant(stretch.at) })),
    not_searched: notRead.slice(0, most).map(stretchOf),
    more_stretches: Math.max(0, read.length - most) + Math.max(0, notRead.length - most),
  };
}

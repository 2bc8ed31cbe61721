import { z } from 'zod';
import { NOTE_MAX, TAG_MAX } from '#shared/contract/annotations.ts';
import {
  chosenRecordSchema,
  ITEM_TEXT_MAX,
  LINK_MAX,
  TRIP_NOTES_MAX,
  TRIP_TITLE_MAX,
} from '#shared/contract/trips.ts';
import { watchMatchSchema, watchRuleSchema } from '#shared/contract/watchlist.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { isWebAddress } from '#shared/web-address.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { LAST_MOMENT } from './about.ts';

const moment = z.int().min(0).max(LAST_MOMENT);
const day = z.string().refine(isCalendarDate).nullable();
const flag = z.union([z.literal(0), z.literal(1)]);
const changedAt = { created_at: moment, updated_at: moment, removed_at: moment.nullable() };

/** A text of the file as the JSON that it must be. */
const json = <Read extends z.ZodType>(read: Read) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(read);

const trip = z
  .object({
    title: z.string().min(1).max(TRIP_TITLE_MAX),
    notes: z.string().max(TRIP_NOTES_MAX),
    starts: day,
    ends: day,
    ...changedAt,
  })
  .refine(({ starts, ends }) => starts === null || ends === null || starts <= ends);

const itemText = { position: z.int(), text: z.string().max(ITEM_TEXT_MAX), ...changedAt };
const noRecord = { identity: z.null(), cabin: z.null(), record_key: z.null(), chosen: z.null() };

const tripItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('record'),
    ...itemText,
    identity: z.string(),
    cabin: z.string(),
    record_key: z.string(),
    chosen: json(chosenRecordSchema.extend({ date: day, seenAt: moment })),
    url: z.null(),
  }),
  z.object({ kind: z.literal('note'), ...itemText, ...noRecord, url: z.null() }),
  z.object({
    kind: z.literal('link'),
    ...itemText,
    ...noRecord,
    url: z.string().max(LINK_MAX).refine(isWebAddress),
  }),
]);

const watched = z.object({ off: flag, first_page_only: flag });

const watchRule = z.object({ since: moment }).and(
  z
    .object({ miles_below: z.number().nullable(), seats_min: z.number().nullable(), direct: flag })
    .transform(({ miles_below: milesBelow, seats_min: seatsMin, direct }) => ({
      milesBelow,
      seatsMin,
      direct: direct === 1,
    }))
    .pipe(watchRuleSchema),
);

const watchNotice = z.object({
  at: moment,
  read_at: moment.nullable(),
  record_key: z.string(),
  content: json(watchMatchSchema),
});

const mark = z.object({
  starred: flag,
  tags: json(z.array(z.string().min(1).max(TAG_MAX))),
  note: z.string().max(NOTE_MAX),
  updated_at: moment,
});

/** What a user added of their own, by its table, with what a row of it is called. */
const USER_DATA: readonly (readonly [table: string, row: z.ZodType, called: string])[] = [
  ['trips', trip, 'a trip'],
  ['trip_items', tripItem, 'something on the board of a trip'],
  ['watched_searches', watched, 'what is set for a watched search'],
  ['watch_rules', watchRule, 'what somebody asked to hear of'],
  ['watch_notices', watchNotice, 'a find that was told'],
  ['record_marks', mark, 'a mark on a record'],
];

/** What of a received file's user data is not as Milepost writes it, in a few words; null where all of it is. */
export function invalidUserData(db: DatabaseConnection): string | null {
  for (const [table, row, called] of USER_DATA)
    for (const stored of db.prepare(`SELECT * FROM ${table}`).iterate())
      if (!row.safeParse(stored).success) return called;
  return null;
}

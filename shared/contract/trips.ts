import { z } from 'zod';
import { itinerariesSummarySchema } from '../award-search/itinerary.ts';
import { isCalendarDate } from '../dates.ts';
import { tripQuestionSchema } from '../planning/question.ts';
import { isWebAddress } from '../web-address.ts';
import { recordRowSchema } from './awards.ts';
import { listedAnswerSchema } from './booking.ts';
import { request } from './define.ts';

/** Longest texts of a trip, in characters. */
export const TRIP_TITLE_MAX = 120;
/** What is wrong with a typed title, which is never cut; null where nothing is. */
export const titleProblem = (typed: string): string | null =>
  typed.trim().length > TRIP_TITLE_MAX ? `At most ${TRIP_TITLE_MAX} characters.` : null;
export const TRIP_NOTES_MAX = 10_000;
export const ITEM_TEXT_MAX = 2_000;
export const LINK_MAX = 2_000;
/** More than a board can show; a limit against mistakes. */
export const TRIP_ITEMS_MAX = 1_000;

const day = z.string().refine(isCalendarDate, 'This is not a day of the calendar.').nullable();
const title = z.string().trim().min(1, 'Give the trip a title.').max(TRIP_TITLE_MAX);
const address = z
  .string()
  .trim()
  .max(LINK_MAX)
  .refine(isWebAddress, 'A link begins with http:// or https:// and holds no name or password.');

/** Miles are of all travellers. */
export const tripWatchSchema = z.object({
  /** UTC ms. */
  since: z.number(),
  /** The plan's price when watching began. */
  miles: z.number(),
  /** The best plan's price as last counted, and when it last changed; null while nothing fits. */
  now: z.number().nullable(),
  changedAt: z.number().nullable(),
});
export type TripWatch = z.infer<typeof tripWatchSchema>;

const tripSchema = z.object({
  tripId: z.string(),
  title: z.string(),
  notes: z.string(),
  /** First and last day, YYYY-MM-DD. */
  starts: z.string().nullable(),
  ends: z.string().nullable(),
  /** What the traveller wants; null for a board alone. */
  question: tripQuestionSchema.nullable(),
  /** The price of the best plan that is watched; null where none is. */
  watch: tripWatchSchema.nullable(),
  /** How many items of each kind are on its board. */
  records: z.number(),
  notesOnBoard: z.number(),
  links: z.number(),
  /** UTC ms. */
  updatedAt: z.number(),
});
export type Trip = z.infer<typeof tripSchema>;

/** A record as it was when it was chosen; its `seenAt` is when it had last been seen by then. */
export const chosenRecordSchema = recordRowSchema.omit({
  versionId: true,
  mark: true,
  price: true,
  wallet: true,
});
export type ChosenRecord = z.infer<typeof chosenRecordSchema>;

const recordStandingSchema = z.object({
  /**
   * `as_chosen`, `changed`: a later run still has it. `not_run_again`: no later run must return it. `removed`: a later
   * run proves it, by reading all of its day without it. `not_found_so_far`: a later run does not have it and proves
   * nothing, because it left out pages or had unreadable rows. `unreadable`: it came again, but violated the contract.
   * `not_stored`: it is not stored here at all.
   */
  state: z.enum([
    'as_chosen',
    'changed',
    'not_run_again',
    'removed',
    'not_found_so_far',
    'unreadable',
    'not_stored',
  ]),
  /** UTC ms; null where it is not stored. */
  lastSeenAt: z.number().nullable(),
  /** The run that shows it: the last that had it, or the one that no longer has it. */
  run: z
    .object({
      runId: z.int(),
      ranAt: z.number(),
      pages: z.number(),
      records: z.number(),
      exhausted: z.boolean().nullable(),
    })
    .nullable(),
  /** What changed since it was chosen. */
  changes: z.array(
    z.enum([
      'cheaper',
      'dearer',
      'miles',
      'more_seats',
      'fewer_seats',
      'seats',
      'space_removed',
      'space_back',
      'direct',
      'airlines',
      'date',
    ]),
  ),
});
export type RecordStanding = z.infer<typeof recordStandingSchema>;

const tripItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('record'),
    itemId: z.string(),
    /** The user's text; empty where there is none. */
    text: z.string(),
    chosenAt: z.number(),
    chosen: chosenRecordSchema,
    /** The marketplace that it is of, where another is in use; `demo` is null where that is not known. */
    elsewhere: z.object({ name: z.string(), demo: z.boolean().nullable() }).nullable(),
    /** As last seen; null where it is not stored here. */
    now: recordRowSchema.nullable(),
    standing: recordStandingSchema,
    /** What happened when the user went to book it; null where they did not say. */
    booking: listedAnswerSchema.nullable(),
  }),
  z.object({ kind: z.literal('note'), itemId: z.string(), text: z.string() }),
  z.object({ kind: z.literal('link'), itemId: z.string(), text: z.string(), url: z.string() }),
]);
export type TripItem = z.infer<typeof tripItemSchema>;

const trip = z.object({ tripId: z.string() });
const item = z.object({ itemId: z.string() });
const text = {
  title,
  notes: z.string().max(TRIP_NOTES_MAX),
  starts: day,
  ends: day,
  question: tripQuestionSchema.nullable(),
};
/** Flights and links of a trip that came as a file; more than a trip has. */
const FILE_ITEMS_MAX = 100;
const FILE_TEXT_MAX = 500;

/** A record that comes from a file: whoever wrote it, its numbers are whole, as Milepost's own are. */
const givenRecordSchema = chosenRecordSchema.extend({
  miles: z.int().nullable(),
  seats: z.int().nullable(),
  seenAt: z.int(),
  seatsFor: z.object({ travellers: z.int(), enough: z.boolean().nullable() }).optional(),
  itineraries: itinerariesSummarySchema
    .extend({
      count: z.int(),
      stops: z.int().nullable(),
      minutes: z.int().nullable(),
      sourceSawAt: z.int().nullable(),
      asOf: z.int().nullish(),
    })
    .optional(),
});

/** What comes onto the board of a trip from its file. */
const fileBoard = {
  /** Records as they were shown when they were kept, with what names them at their marketplace. */
  flights: z
    .array(
      z.object({
        cabin: z.string().max(FILE_TEXT_MAX),
        recordKey: z.string().max(FILE_TEXT_MAX),
        chosen: givenRecordSchema,
      }),
    )
    .max(FILE_ITEMS_MAX),
  links: z.array(z.object({ url: address, text: z.string().trim().max(ITEM_TEXT_MAX) })).max(FILE_ITEMS_MAX),
};
const datesInOrder = ({ starts, ends }: { starts: string | null; ends: string | null }) =>
  starts === null || ends === null || starts <= ends;
const badOrder = { path: ['ends'], message: 'The last day is before the first.' };

/**
 * A trip as a file, to be given to somebody else: what is wanted, kept flights and links. It never has notes, whose points
 * pay, or amounts for searching; nothing of a wallet or of the key is in it.
 */
export const tripFileSchema = z
  .object({
    milepost: z.literal('trip'),
    version: z.literal(1),
    title,
    starts: day,
    ends: day,
    question: tripQuestionSchema.nullable(),
    ...fileBoard,
  })
  .refine(datesInOrder, badOrder);
export type TripFile = z.infer<typeof tripFileSchema>;

/** What is wanted of a trip, and its board of records, notes and links: stored here, and sent to nobody. */
export const tripRequests = {
  /** Every trip, the one changed last first. */
  list: request(z.undefined(), z.array(tripSchema)),
  /** A trip with its board in the user’s order; fails with `not_found`. */
  show: request(trip, z.object({ trip: tripSchema, items: z.array(tripItemSchema) })),
  create: request(
    z.object({ ...text, board: z.object(fileBoard).optional() }).refine(datesInOrder, badOrder),
    tripSchema,
  ),
  /** The trip to give away as a file; fails with `not_found`. */
  file: request(trip, tripFileSchema),
  change: request(z.object({ tripId: z.string(), ...text }).refine(datesInOrder, badOrder), tripSchema),
  /** Removes a trip; `bringBack` undoes it. */
  remove: request(trip, z.undefined()),
  bringBack: request(trip, tripSchema),
  /** Watches the price of the best plan, which was this many miles for all travellers; fails with `no_question`. */
  watch: request(z.object({ tripId: z.string(), miles: z.int().min(0) }), tripSchema),
  unwatch: request(trip, tripSchema),
  /** Puts records on the board as they are now; those already on it stay as they were chosen. */
  addRecords: request(
    z.object({ tripId: z.string(), versionIds: z.array(z.int()).min(1).max(1000) }),
    z.object({ added: z.number(), already: z.number() }),
  ),
  addNote: request(z.object({ tripId: z.string(), text: z.string().trim().min(1).max(ITEM_TEXT_MAX) }), item),
  addLink: request(
    z.object({ tripId: z.string(), url: address, text: z.string().trim().max(ITEM_TEXT_MAX) }),
    item,
  ),
  /** Changes an item's text, and a link's address. */
  changeItem: request(
    z.object({ itemId: z.string(), text: z.string().trim().max(ITEM_TEXT_MAX), url: address.optional() }),
    z.undefined(),
  ),
  /** Moves an item up (-1) or down (1) by one place; at the end of the board it stays. */
  moveItem: request(
    z.object({ itemId: z.string(), by: z.union([z.literal(-1), z.literal(1)]) }),
    z.undefined(),
  ),
  removeItem: request(item, z.undefined()),
  bringBackItem: request(item, z.undefined()),
};

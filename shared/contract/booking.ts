import { z } from 'zod';
import { itinerarySchema } from '../award-search/itinerary.ts';
import { OUTCOMES } from '../booking/experience.ts';
import { amountSchema } from '../money.ts';
import { recordRowSchema } from './awards.ts';
import { request } from './define.ts';
import { POINTS_MAX } from './wallet.ts';

export const REFERENCE_MAX = 40;
/** Records whose answers are read at once: more than all plans of a trip have. */
const MARKED_MAX = 100;

const said = {
  outcome: z.enum(OUTCOMES),
  /** The programme's own reference; empty where there is none. */
  reference: z.string().trim().max(REFERENCE_MAX),
  /** What was paid for all travellers, or is asked now; null where it was not given. */
  miles: z.int().min(0).max(POINTS_MAX).nullable(),
  taxes: amountSchema.nullable(),
  /** UTC ms: until when it is held. */
  heldUntil: z.int().nullable(),
  /** The flights, where trip details list them. */
  way: itinerarySchema.nullable(),
};

/** A record as it was when the user went to book it. */
export const bookedRecordSchema = recordRowSchema.omit({
  versionId: true,
  mark: true,
  price: true,
  wallet: true,
  itineraries: true,
});

const bookingAnswerSchema = z.object({
  ...said,
  /** UTC ms: when the record had been seen, and when the user first answered. */
  seenAt: z.int(),
  answeredAt: z.int(),
});
export type BookingAnswer = z.infer<typeof bookingAnswerSchema>;

/** An answer in the list of all, with what it is about. */
export const listedAnswerSchema = bookingAnswerSchema.extend({
  answerId: z.string(),
  record: bookedRecordSchema,
});
export type ListedAnswer = z.infer<typeof listedAnswerSchema>;

/** How often it was gone at a programme, by the user's own answers: never mixed into the odds. */
const experienceSchema = z.object({
  notThere: z.int(),
  otherPrice: z.int(),
  of: z.int(),
});

const version = z.object({ versionId: z.int() });

/** What is to be booked, and what was typed of how it ended: the names and texts of the form's fields. */
export const bookSheetSchema = z.object({
  /** Where not the wallet's. */
  travellers: z.int().min(1).max(99).optional(),
  /** The trip that it goes into, with the most stops that it asks for; absent without a limit. */
  trip: z.object({ tripId: z.string(), title: z.string(), stopsMax: z.int().optional() }).optional(),
  /** The path of the screen that it was opened on, and is shown on alone. */
  at: z.string().max(200).optional(),
  fields: z.record(z.string().max(20), z.string().max(500)),
});
export type BookSheet = z.infer<typeof bookSheetSchema>;

const openSheet = version.extend(bookSheetSchema.omit({ fields: true }).shape);
/** The sheet of a booking, of a record by its version. */
export type BookRequest = z.infer<typeof openSheet>;

/** From seat to ticket: what the user found at the programme. Stored here, and sent to nobody. */
export const bookingRequests = {
  /**
   * The latest answer about a record, and all answers about its programme, newest first; fails with `not_found`. Those of
   * the demo count only among themselves.
   */
  read: request(
    version,
    z.object({
      answer: listedAnswerSchema.nullable(),
      /** As it was seen last, of whichever version and search. */
      row: recordRowSchema,
      /** UTC ms of the last run that proves its removal; null where none does. */
      removedAt: z.number().nullable(),
      /** Of records about as old when they were tried; of none where there are none. */
      experience: experienceSchema,
      /** From this age in ms, below that one; null without an end. */
      /** What was typed and not saved. */
      fields: bookSheetSchema.shape.fields,
      age: z.object({ from: z.number(), below: z.number().nullable() }),
      answers: z.array(listedAnswerSchema),
    }),
  ),
  /** The latest answer about each record, in the order of the versions; null where there is none. */
  latest: request(
    z.object({ versionIds: z.array(z.int()).max(MARKED_MAX) }),
    z.array(listedAnswerSchema.nullable()),
  ),
  /** Answers for the record as last seen; a second answer for the same sighting replaces the first. */
  answer: request(version.extend(said), listedAnswerSchema),
  /** Remembers a sheet that is open or was closed, also over a restart; the fields stay as they are where they are absent. */
  keep: request(
    openSheet.extend({ isOpen: z.boolean(), fields: bookSheetSchema.shape.fields.optional() }),
    z.undefined(),
  ),
  /** The sheet that was open when Milepost ended: once, for its first page; null where none was. */
  resume: request(z.undefined(), openSheet.nullable()),
  /** Deletes an answer. */
  remove: request(z.object({ answerId: z.string() }), z.undefined()),
};

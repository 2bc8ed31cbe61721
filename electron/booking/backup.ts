import { z } from 'zod';
import { itinerarySchema } from '#shared/award-search/itinerary.ts';
import { OUTCOMES } from '#shared/booking/experience.ts';
import { bookedRecordSchema, bookSheetSchema, REFERENCE_MAX } from '#shared/contract/booking.ts';
import { POINTS_MAX } from '#shared/contract/wallet.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { amountSchema } from '#shared/money.ts';
import type { BackupPart } from '../backup/part.ts';
import { countRows, mergeNewest } from '../backup/rows.ts';
import { storedFlag, storedJson, storedMoment } from '../backup/valid-rows.ts';

const ANSWER_KEY = 'identity, cabin, record_key, seen_at';

const answer = z.object({
  seen_at: storedMoment,
  answered_at: storedMoment,
  outcome: z.enum(OUTCOMES),
  record: storedJson(
    bookedRecordSchema.extend({
      date: z.string().refine(isCalendarDate).nullable(),
      seenAt: storedMoment,
    }),
  ),
  reference: z.string().max(REFERENCE_MAX),
  miles: z.int().min(0).max(POINTS_MAX).nullable(),
  taxes: storedJson(amountSchema).nullable(),
  held_until: storedMoment.nullable(),
  way: storedJson(itinerarySchema).nullable(),
  updated_at: storedMoment,
  removed_at: storedMoment.nullable(),
});

const sheet = z.object({
  sheet: storedJson(bookSheetSchema),
  is_open: storedFlag,
  updated_at: storedMoment,
});

export const bookingBackup: BackupPart = {
  tables: [
    {
      name: 'booking_answers',
      marketplace: 'identity',
      recordKey: 'o.identity',
      row: { schema: answer, called: 'an answer about a booking' },
    },
    {
      name: 'booking_sheets',
      marketplace: 'identity',
      recordKey: 'o.identity',
      row: { schema: sheet, called: 'the sheet of a booking' },
    },
  ],
  contents: (db) => ({
    answers: countRows(db, 'other.booking_answers WHERE removed_at IS NULL'),
    newAnswers: countRows(
      db,
      `other.booking_answers WHERE removed_at IS NULL
         AND (${ANSWER_KEY}) NOT IN (SELECT ${ANSWER_KEY} FROM main.booking_answers)`,
    ),
  }),
  merge({ db }) {
    mergeNewest(db, 'booking_sheets', ['identity', 'cabin', 'record_key']);
    return { restored: { answers: mergeNewest(db, 'booking_answers', ANSWER_KEY.split(', ')) } };
  },
};

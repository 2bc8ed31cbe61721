import { z } from 'zod';
import { CSV_STYLES } from '../csv.ts';
import { recordFilterSchema, recordSortSchema, scopeSchema } from './awards.ts';
import { request } from './define.ts';

const selection = { scope: scopeSchema, filter: recordFilterSchema };

/** What to export: a view of Results with its filters, chosen records in the order of choosing, or a trip. */
const exportViewSchema = z.discriminatedUnion('view', [
  z.object({
    view: z.literal('table'),
    ...selection,
    sort: z.array(recordSortSchema).max(3),
    hidden: z.array(z.string()),
  }),
  z.object({
    view: z.literal('chosen'),
    versionIds: z.array(z.int()).min(1).max(1000),
    hidden: z.array(z.string()),
  }),
  /** A trip with its entire board, in the user’s order. */
  z.object({ view: z.literal('trip'), tripId: z.string() }),
  /** Every answer about a booking. */
  z.object({ view: z.literal('answers') }),
  /** Records that violate the contract, with what is wrong and as they came. */
  z.object({ view: z.literal('broken'), scope: scopeSchema }),
  z.object({ view: z.literal('calendar'), ...selection }),
  z.object({ view: z.literal('map'), ...selection }),
  z.object({ view: z.literal('timeline'), ...selection }),
  z.object({ view: z.literal('histogram'), ...selection }),
]);
export type ExportView = z.infer<typeof exportViewSchema>;

/** `ics` is iCalendar (RFC 5545), for records only: one event a flight where its times are known,
 * otherwise one of the whole day. */
const EXPORT_FORMATS = ['csv', 'json', 'ndjson', 'ics'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * An export is begun, read in pieces at the reader's pace, and ends with its last piece or when cancelled. Its content
 * is fixed when it begins: rows that arrive later do not shift it.
 */
export const exportRequests = {
  begin: request(
    z.object({
      what: exportViewSchema,
      format: z.enum(EXPORT_FORMATS),
      /** For `csv` only. */
      csv: z.enum(CSV_STYLES).optional(),
    }),
    z.object({ exportId: z.string(), rows: z.number(), fileName: z.string(), mimeType: z.string() }),
  ),
  /** The next piece; fails with `not_found` after the last one, after a cancel, and after a restart. */
  next: request(
    z.object({ exportId: z.string() }),
    z.object({ text: z.string(), rowsDone: z.number(), done: z.boolean() }),
  ),
  cancel: request(z.object({ exportId: z.string() }), z.undefined()),
};

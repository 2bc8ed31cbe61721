import { z } from 'zod';
import { CSV_STYLES } from '../../csv.ts';
import { type FormatChoice, SYSTEM_FORMATS } from '../../formats.ts';
import { FIRST_OPENING, THEMES } from '../../opening.ts';
import { request } from '../define.ts';

/** Least and greatest width of a column of results, in pixels. */
export const COLUMN_WIDTH = { least: 48, most: 800 } as const;

const column = z.string().max(40);

/** Layout of the table of results, for every search; which columns a view shows is in its address. */
const tableLayoutSchema = z.object({
  /** Columns in the user's order; columns not named keep their default position. */
  order: z.array(column).max(60),
  /** Widths set by the user, in pixels; empty where the columns share the width of the window. */
  widths: z.record(column, z.int().min(COLUMN_WIDTH.least).max(COLUMN_WIDTH.most)),
  rows: z.enum(['comfortable', 'compact']),
});
export type TableLayout = z.infer<typeof tableLayoutSchema>;

export const DEFAULT_TABLE: TableLayout = { order: [], widths: {}, rows: 'comfortable' };

/** The user's display preferences. Every member was added with a default, so that an older file can be read. */
export const preferencesSchema = z.object({
  theme: z.enum(THEMES),
  formats: z.object({
    dates: z.enum(['system', 'dmy', 'mdy', 'ymd']),
    numbers: z.enum(['system', '1,234.5', '1.234,5', '1 234,5', '1’234.5', '12,34,567.5']),
    times: z.enum(['system', '24', '12']),
    csv: z.enum(['system', ...CSV_STYLES]).default('system'),
  }) satisfies z.ZodType<FormatChoice>,
  /** Airport codes that searches usually begin at, the usual one first. */
  homeAirports: z.array(z.string().regex(/^[A-Z]{3}$/)).max(20),
  table: tableLayoutSchema.default(DEFAULT_TABLE),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const DEFAULT_PREFERENCES: Preferences = {
  theme: FIRST_OPENING.theme,
  formats: SYSTEM_FORMATS,
  homeAirports: [],
  table: DEFAULT_TABLE,
};

/** Stored in the settings on this machine; nothing of it is sent anywhere. */
export const preferenceRequests = {
  read: request(z.undefined(), preferencesSchema),
  save: request(preferencesSchema, preferencesSchema),
};

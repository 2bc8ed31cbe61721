import { z } from 'zod';

/** How far a run read: what a reader has to know before they take it for the whole answer. */
export const extentSchema = z.object({
  /** Whether every page was read; null where the last answer did not say. */
  complete: z.boolean().nullable(),
  pages: z.number(),
  /** The dates that were asked for, as far as they were. */
  from: z.string().nullable(),
  until: z.string().nullable(),
  /** The last day that records came of, where more is left and they come by date. */
  reached: z.string().nullable(),
  /** The most miles that records came of, where more is left and they come by miles. */
  miles: z.number().nullable(),
  /** About how many pages are left; null where none is, or where nothing shows how many. */
  left: z.number().nullable(),
});
export type Extent = z.infer<typeof extentSchema>;

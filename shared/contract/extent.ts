import { z } from 'zod';

/** How far a run read, which readers must know before they rely on it as the complete answer. */
export const extentSchema = z.object({
  /** Whether every page was read; null where the last answer did not say. */
  complete: z.boolean().nullable(),
  pages: z.number(),
  /** The requested dates, where given. */
  from: z.string().nullable(),
  until: z.string().nullable(),
  /** The last day with records, where more remain and they are sorted by date. */
  reached: z.string().nullable(),
  /** The most miles among the records, where more remain and they are sorted by miles. */
  miles: z.number().nullable(),
  /** About how many pages remain; null where none do, or where the number is unknown. */
  left: z.number().nullable(),
});
export type Extent = z.infer<typeof extentSchema>;

import { z } from 'zod';
import { request } from './define.ts';

/** Longest text of a note and of a tag, in characters. */
export const NOTE_MAX = 2_000;
export const TAG_MAX = 40;
export const TAGS_MAX = 20;

const tagSchema = z.string().trim().min(1).max(TAG_MAX);

/** What to change on records; absent members stay unchanged. Tags are added first, then removed. */
const markChangeSchema = z.object({
  starred: z.boolean().optional(),
  addTags: z.array(tagSchema).max(TAGS_MAX).optional(),
  removeTags: z.array(tagSchema).optional(),
  /** Replaces the note; empty removes it. */
  note: z.string().max(NOTE_MAX).optional(),
});
export type MarkChange = z.infer<typeof markChangeSchema>;

/** Notes, stars and tags on records: stored on this machine, and sent to nobody. */
export const annotationRequests = {
  /** Marks the records of these versions; fails with `not_found`, and changes nothing, where one is not stored. */
  mark: request(
    z.object({ versionIds: z.array(z.int()).min(1).max(1000), change: markChangeSchema }),
    z.object({ records: z.number() }),
  ),
  /** Every tag in use with the current marketplace, the most used first. */
  tags: request(z.undefined(), z.array(z.object({ tag: z.string(), records: z.number() }))),
};

import { z } from 'zod';
import { request } from './define.ts';

/** Longest text of a note, a tag and a template's name, in characters. */
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

/** Characters of a template's request as JSON; a search with every option has some two thousand. */
const TEMPLATE_MAX = 10_000;
/** Templates in all: as many as a list shows. */
export const MAX_TEMPLATES = 200;
export const templateRequestSchema = z
  .record(z.string(), z.unknown())
  .refine((request) => JSON.stringify(request).length <= TEMPLATE_MAX);

const templateSchema = z.object({
  templateId: z.int(),
  name: z.string(),
  /** A request of §2.1, complete or partly filled in. */
  request: z.record(z.string(), z.unknown()),
  pinned: z.boolean(),
  /** UTC ms. */
  updatedAt: z.number(),
});
export type Template = z.infer<typeof templateSchema>;

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

/** Searches saved under a name of the user’s own, to be filled in again; pinned ones first, then by name. */
export const templateRequests = {
  list: request(z.undefined(), z.array(templateSchema)),
  /**
   * Saves a request under a name; replaces a template of that name if requested, otherwise fails with `name_taken`. Fails
   * with `too_many`.
   */
  save: request(
    z.object({
      name: z.string().trim().min(1).max(80),
      request: templateRequestSchema,
      pinned: z.boolean(),
      replace: z.boolean().optional(),
    }),
    templateSchema,
  ),
  /** Changes a template's name or pin; fails with `not_found`, or `name_taken`. */
  change: request(
    z.object({
      templateId: z.int(),
      name: z.string().trim().min(1).max(80).optional(),
      pinned: z.boolean().optional(),
    }),
    templateSchema,
  ),
  remove: request(z.object({ templateId: z.int() }), z.undefined()),
};

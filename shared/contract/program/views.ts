import { z } from 'zod';
import { VIEW_PATH, VIEW_PATH_MAX } from '../../opening.ts';
import { request } from '../define.ts';

/** Longest name of a saved view, in characters. */
export const VIEW_NAME_MAX = 80;

/** The window's state as an address: screen, scope, filters, sorting, columns. */
export const viewPathSchema = z
  .string()
  .max(VIEW_PATH_MAX)
  .regex(VIEW_PATH, 'must be an address within Milepost');

/** Most saved views: as many as a list shows. */
export const MAX_VIEWS = 200;

export const savedViewSchema = z.object({
  viewId: z.int(),
  name: z.string(),
  path: z.string(),
  pinned: z.boolean(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

const name = z.string().trim().min(1).max(VIEW_NAME_MAX);

/** Views that a user saves under a name, and the last one of each screen. Addresses on this machine, no records. */
export const viewRequests = {
  /** Pinned ones first, then by name. */
  list: request(z.undefined(), z.array(savedViewSchema)),
  /**
   * Saves a view under a name. Replaces another of that name, ignoring case, if requested; otherwise fails with
   * `name_taken`. Fails with `too_many`.
   */
  save: request(
    z.object({
      name,
      path: viewPathSchema,
      pinned: z.boolean().optional(),
      replace: z.boolean().optional(),
    }),
    savedViewSchema,
  ),
  /** Changes a view's name or pin; fails with `not_found`, or `name_taken`. */
  change: request(
    z.object({ viewId: z.int(), name: name.optional(), pinned: z.boolean().optional() }),
    savedViewSchema,
  ),
  remove: request(z.object({ viewId: z.int() }), z.undefined()),
  /**
   * The view that is open now: the next start opens it, and its screen can return to it. Returns the last view of each
   * screen (of each first part of an address), the latest first.
   */
  remember: request(z.object({ path: viewPathSchema }), z.array(viewPathSchema)),
};

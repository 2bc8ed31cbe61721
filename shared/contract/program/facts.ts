import { z } from 'zod';
import { PACK_KINDS } from '../../facts/pack.ts';
import { request } from '../define.ts';

/** The longest file of a pack that is read, in characters: six times the largest that is shipped. */
const PACK_MAX = 1_000_000;

const kind = z.enum(PACK_KINDS);

const packSchema = z.object({
  kind,
  /** The day that it was gathered on, and the last day on which it is to be relied on. */
  asOf: z.string(),
  until: z.string(),
  lines: z.int(),
  /** How many lines are past their own date today. */
  pastLines: z.int(),
  /** UTC ms when the user loaded it; null for the shipped one. */
  loadedAt: z.number().nullable(),
});

const factsSchema = z.object({ today: z.string(), packs: z.array(packSchema) });
export type PacksInUse = z.infer<typeof factsSchema>;

/** Packs of facts about the world: shipped, or loaded by the user from a file. Nothing is fetched. */
export const factRequests = {
  read: request(z.undefined(), factsSchema),
  /** The packs that take the place of shipped ones, and the names of airports by them; empty and null for none. */
  loaded: request(
    z.undefined(),
    z.object({ packs: z.array(z.unknown()), airportNames: z.array(z.array(z.string())).nullable() }),
  ),
  /** Checks a file's text; fails with `not_a_pack`, naming what is wrong, and changes nothing. */
  preview: request(
    z.object({ text: z.string().max(PACK_MAX) }),
    packSchema.extend({
      /** The day of the pack in use; a file that is not newer than it cannot be loaded. */
      inUseAsOf: z.string(),
      isNewer: z.boolean(),
      /** Compared with the pack in use: how many lines are new, differ, or are left out, and some of them. */
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      examples: z.array(z.string()),
    }),
  ),
  /** Uses the pack from now on; fails with `not_a_pack` and `not_newer`. */
  load: request(z.object({ text: z.string().max(PACK_MAX) }), factsSchema),
  /** Uses what was in use before the last pack of that kind was loaded. */
  undo: request(z.object({ kind }), factsSchema),
};

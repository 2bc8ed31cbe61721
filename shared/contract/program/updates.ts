import { z } from 'zod';
import { request } from '../define.ts';

const none = z.undefined();

/** How often Milepost automatically checks for a newer version. */
export const UPDATE_SCHEDULES = ['never', 'daily', 'weekly'] as const;
export type UpdateSchedule = (typeof UPDATE_SCHEDULES)[number];

const updateStateSchema = z.discriminatedUnion('step', [
  /** Not checked in this run. */
  z.object({ step: z.literal('unchecked') }),
  z.object({ step: z.literal('checking') }),
  z.object({ step: z.literal('newest') }),
  /** There is a newer version, signed by the makers, and not downloaded yet. */
  z.object({ step: z.literal('found'), version: z.string() }),
  z.object({ step: z.literal('downloading'), version: z.string(), percent: z.number() }),
  /** Downloaded and checked; installing it restarts Milepost. */
  z.object({ step: z.literal('ready'), version: z.string() }),
  /** To be installed once no purchase is in progress; `words`: what it is waiting for. */
  z.object({ step: z.literal('waiting'), version: z.string(), words: z.string() }),
  z.object({ step: z.literal('installing'), version: z.string() }),
  z.object({ step: z.literal('failed'), words: z.string() }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;

const updatesSchema = z.object({
  /** Whether this Milepost can update itself; where not, where updates come from. */
  self: z.object({ works: z.boolean(), words: z.string() }),
  schedule: z.enum(UPDATE_SCHEDULES),
  /** UTC ms of the last answer of the update channel; null where there was none. */
  checkedAt: z.number().nullable(),
  state: updateStateSchema,
});
export type Updates = z.infer<typeof updatesSchema>;

/** Each request returns the resulting state. Fails with `no_updates` where Milepost cannot update itself. */
export const updateRequests = {
  read: request(none, updatesSchema),
  setSchedule: request(z.object({ schedule: z.enum(UPDATE_SCHEDULES) }), updatesSchema),
  check: request(none, updatesSchema),
  /** Begins to download the version that was found; `changed` events report progress. */
  download: request(none, updatesSchema),
  /**
   * Restarts into the new version, after the user has confirmed it outside the page; while a purchase is in progress it
   * waits. Fails with `not_confirmed`.
   */
  install: request(none, updatesSchema),
};

/** The third-party work that the program contains, as its build found it. */
export const licenceNoticeSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** As an SPDX expression. */
  licence: z.string(),
  /** The licence texts in the package; empty where it has none. */
  text: z.string(),
});

import { z } from 'zod';
import { isCalendarDate } from '../dates.ts';
import { DEFAULT_OWNER } from '../wallet/holdings.ts';
import { request } from './define.ts';

/** More than anybody has; limits against mistakes. */
export const POINTS_MAX = 999_999_999;
export const BALANCES_MAX = 200;
export const TRAVELLERS_MAX = 9;
export const BANK_NAME_MAX = 80;
export const OWNER_NAME_MAX = 40;
export const RATIO_MAX = 100_000;
export const BONUS_MAX = 1_000;

const day = z.string().refine(isCalendarDate, 'This is not a day of the calendar.').nullable();
const name = z.string().trim().min(1, 'Name it.').max(BANK_NAME_MAX);

/**
 * The account of points: a programme by the services' word for it, or a bank by the transfer table's word or its name.
 */
const account = { kind: z.enum(['programme', 'bank']), name };

export const walletBalanceSchema = z.object({
  ...account,
  /** Whose account it is: nobody books with the points of another. */
  owner: z.string().trim().min(1, 'Name whose it is.').max(OWNER_NAME_MAX),
  points: z.int().min(0).max(POINTS_MAX),
  /** The last day on which they can be used; null where they do not expire. */
  expires: day,
});

const pair = z.object({ bank: name, programme: name });

export const transferLineSchema = pair.extend({
  /** This many points become this many miles. */
  points: z.int().min(1).max(RATIO_MAX),
  miles: z.int().min(1).max(RATIO_MAX),
  /** Fewest points per transfer, and the step for more. */
  minimum: z.int().min(1).max(POINTS_MAX),
  step: z.int().min(1).max(POINTS_MAX),
  /** This many points at once give this many miles more, each time; 0 or absent for none. */
  blockPoints: z.int().min(0).max(POINTS_MAX).optional(),
  blockMiles: z.int().min(0).max(POINTS_MAX).optional(),
  bonusPercent: z.int().min(0).max(BONUS_MAX),
  /** The last day of the bonus; null where its end is not known. */
  bonusUntil: day,
});

const walletSchema = z.object({
  /** The user’s current day, by which things expire. */
  today: z.string(),
  /** The number of seats that prices are counted for. */
  travellers: z.int().min(1).max(TRAVELLERS_MAX),
  /** In the order in which they were typed. */
  balances: z.array(walletBalanceSchema.extend({ balanceId: z.string(), updatedAt: z.number() })),
  /** Each bank and programme once, with the user's own line where there is one. */
  transfers: z.array(
    transferLineSchema.extend({
      /** UTC ms when the user wrote the line; null where it is the shipped one. */
      changedAt: z.number().nullable(),
      /** False where the user states that these points cannot be transferred there. */
      offered: z.boolean(),
      /** Whether the pack in use has a line for the same pair. */
      shipped: z.boolean(),
      /** What is known of the pack's line; null where it is the user's own. */
      facts: z
        .object({
          /** The day that it was true on, and the last day on which it is to be relied on. */
          asOf: z.string(),
          until: z.string(),
          /** False where its source is weak, old or contradicted: it counts once the user saves it. */
          isConfirmed: z.boolean(),
          /** Whether a source states the fewest points and the step; otherwise they are assumed. */
          isMinimumStated: z.boolean(),
          isStepStated: z.boolean(),
          /** How long it takes, and what else matters, in the source's words. */
          time: z.string().nullable(),
          note: z.string().nullable(),
          source: z.string(),
          /** The latest bonus that is over: per cent and its last day. */
          lastBonus: z.object({ percent: z.int(), until: z.string() }).nullable(),
        })
        .nullable(),
    }),
  ),
});
export type Wallet = z.infer<typeof walletSchema>;
export type WalletLine = Wallet['transfers'][number];

/** Balances as the user typed them, and which points reach which programmes. Stored here, sent nowhere. */
export const walletRequests = {
  read: request(z.undefined(), walletSchema),
  /**
   * Programmes of stored records that Milepost has no name for, by the sources' words: the wallet can hold their miles
   * too.
   */
  otherProgrammes: request(z.undefined(), z.array(z.string())),
  /** Adds a balance, or changes the one that is named; fails with `too_many` and `not_found`. */
  saveBalance: request(
    z.object({
      balanceId: z.string().nullable(),
      balance: walletBalanceSchema.extend({
        owner: walletBalanceSchema.shape.owner.default(DEFAULT_OWNER),
      }),
    }),
    walletSchema,
  ),
  removeBalance: request(z.object({ balanceId: z.string() }), walletSchema),
  /** Writes a line of the user's own, which replaces a shipped one. */
  saveTransfer: request(transferLineSchema.extend({ offered: z.boolean() }), walletSchema),
  /** Removes the user's own line: the shipped one applies again where there is one. */
  resetTransfer: request(pair, walletSchema),
  setTravellers: request(z.object({ travellers: z.int().min(1).max(TRAVELLERS_MAX) }), walletSchema),
};

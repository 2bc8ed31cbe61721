import { z } from 'zod';
import { refusalSchema } from '#shared/contract/purchases.ts';
import { amountSchema } from '#shared/money.ts';
import { isUnresolved, PURCHASE_STATES } from '#shared/purchase/state.ts';
import { storedJson } from '../../backup/valid-rows.ts';

const amount = storedJson(amountSchema.refine(({ units }) => !units.startsWith('-'))).nullable();

/**
 * Validates what counts under the limits, so that a manipulated file cannot make space in them. A demo purchase must
 * be from a demo, and an open order must have a time and a price.
 */
export const validPurchase = z
  .object({
    id: z.string().min(1),
    state: z.enum(PURCHASE_STATES),
    marketplace: z.string(),
    demo: z.union([z.literal(0), z.literal(1)]),
    price: amount,
    ceiling: amount,
    charged: amount,
    submitted_at: z.number().positive().nullable(),
    price_before: amount,
    refusal: storedJson(refusalSchema).nullable(),
  })
  .refine(({ marketplace, demo }) => (demo === 1) === marketplace.startsWith('demo:'))
  .refine(
    ({ state, price, submitted_at: sent }) =>
      state === 'approved' || !isUnresolved(state) || (price !== null && sent !== null),
  );

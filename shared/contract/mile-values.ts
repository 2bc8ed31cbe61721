import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { request } from './define.ts';

/** What one mile of a programme is worth to the user: USD 0.0145 is `{ units: '14500', exponent: 6 }`. */
export const mileValueSchema = z.object({
  programme: z.string().min(1).max(200),
  /** Less than ten units of the currency, in millionths. */
  perMile: amountSchema.extend({ units: z.string().regex(/^[1-9]\d{0,6}$/), exponent: z.literal(6) }),
});

/** All of them in one currency, so that they can be compared. */
export const mileValuesSchema = z
  .object({
    currency: amountSchema.shape.currency,
    values: z.array(mileValueSchema).max(500),
  })
  .refine(({ currency, values }) => values.every(({ perMile }) => perMile.currency === currency), {
    path: ['values'],
    message: 'Every value has to be in the one currency.',
  })
  .refine(({ values }) => new Set(values.map(({ programme }) => programme)).size === values.length, {
    path: ['values'],
    message: 'Each programme can have one value.',
  });
export type MileValues = z.infer<typeof mileValuesSchema>;

/** Stored in the settings on this machine; nothing of it is sent anywhere. */
export const mileValueRequests = {
  read: request(z.undefined(), mileValuesSchema),
  save: request(mileValuesSchema, mileValuesSchema),
};

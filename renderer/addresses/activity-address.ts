import { z } from 'zod';
import { addressOf } from './address.ts';

const schema = z.object({
  text: z.string().default(''),
  failedOnly: z.boolean().default(false),
});
export type ActivityAddress = z.infer<typeof schema>;

export const activityAddress = addressOf('/activity', schema);

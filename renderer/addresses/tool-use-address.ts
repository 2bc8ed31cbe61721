import { z } from 'zod';
import { addressOf } from './address.ts';

const schema = z.object({
  ref: z.string().default(''),
  /** The initial input. */
  input: z.record(z.string(), z.unknown()).nullable().default(null),
});
export type ToolUseAddress = z.infer<typeof schema>;

/** The screen for filling in a Tool. */
export const toolUseAddress = addressOf('/catalogue/tool/use', schema);

export const toolUsePath = (ref: string, input: Readonly<Record<string, unknown>> = {}): string =>
  toolUseAddress.path({ ref, input: Object.keys(input).length === 0 ? null : input });

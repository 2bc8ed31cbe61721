import { z } from 'zod';
import { addressOf } from './address.ts';

/** The search form, filled in with a request of §2.1, for the Tool that is to run it where known. */
export const searchAddress = addressOf(
  '/',
  z.object({
    request: z.record(z.string(), z.unknown()).nullable().default(null),
    tool: z.string().nullable().default(null),
  }),
);

export const searchPath = (
  { source: _source, ...request }: Record<string, unknown>,
  tool: string | null = null,
): string => searchAddress.path({ request, tool });

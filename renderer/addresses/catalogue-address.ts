import { z } from 'zod';
import { addressOf } from './address.ts';

/** The service compares one to four (`compare` of the contract). */
export const MAX_COMPARED = 4;

const tools = z.array(z.string()).max(MAX_COMPARED).default([]);

const catalogueSchema = z.object({
  query: z.string().default(''),
  health: z.string().nullable().default(null),
  /** As typed, so that a half-typed price survives; read with `parseAmount`. */
  maximumPrice: z.string().default(''),
  /** Tools chosen for comparison. */
  chosen: tools,
});
export type CatalogueAddress = z.infer<typeof catalogueSchema>;

export const catalogueAddress = addressOf('/catalogue', catalogueSchema);

export const toolComparisonAddress = addressOf('/catalogue/compare', z.object({ refs: tools }));

export const toolPath = (toolRef: string): string => `/catalogue/tool?ref=${encodeURIComponent(toolRef)}`;

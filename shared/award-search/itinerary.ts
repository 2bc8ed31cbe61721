/**
 * One way to fly a record, as far as an answer with trip details gives it (§2.1 `include_trips`). The contract
 * documents neither their place nor their members (§2.3), so every member may be missing.
 */
import { z } from 'zod';
import { amountSchema } from '../money.ts';

/** Taxes and fees. `amount` is null where the text does not state it unambiguously; then only `text` is set. */
const taxesSchema = z.object({ amount: amountSchema.nullable(), text: z.string() });
export type Taxes = z.infer<typeof taxesSchema>;

/** `2027-03-01T06:30` as the source wrote it: its zone is not documented, so it is never converted. */
const writtenTime = z.string();

const segmentSchema = z.object({
  flight: z.string().nullable(),
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  departs: writtenTime.nullable(),
  arrives: writtenTime.nullable(),
  aircraft: z.string().nullable(),
  cabin: z.string().nullable(),
});
export type Segment = z.infer<typeof segmentSchema>;

export const itinerarySchema = z.object({
  flights: z.array(z.string()),
  carriers: z.array(z.string()),
  stops: z.int().nullable(),
  /** From departure to arrival. */
  minutes: z.int().nullable(),
  departs: writtenTime.nullable(),
  arrives: writtenTime.nullable(),
  aircraft: z.array(z.string()),
  cabins: z.array(z.string()),
  /** Whole miles. */
  miles: z.int().nullable(),
  seats: z.int().nullable(),
  taxes: taxesSchema.nullable(),
  /** UTC ms: when the source states that it last saw this. */
  sourceSawAt: z.int().nullable(),
  segments: z.array(segmentSchema),
});
export type Itinerary = z.infer<typeof itinerarySchema>;

/**
 * Summary of all ways to fly a record. `flights`, `stops` and `minutes` need not belong to one of them, as the record's
 * own miles and seats need not.
 */
export const itinerariesSummarySchema = z.object({
  count: z.number(),
  /** Flight numbers of the shortest one. */
  flights: z.array(z.string()),
  /** The fewest. */
  stops: z.number().nullable(),
  /** Of the shortest one. */
  minutes: z.number().nullable(),
  aircraft: z.array(z.string()),
  cabins: z.array(z.string()),
  /** The stated taxes, each text once. */
  taxes: z.array(z.string()),
  /** UTC ms: the latest. */
  sourceSawAt: z.number().nullable(),
  /**
   * UTC ms of the earlier answer that these come from; null or absent where they come from the answer with the rest.
   */
  asOf: z.number().nullish(),
});
export type ItinerariesSummary = z.infer<typeof itinerariesSummarySchema>;

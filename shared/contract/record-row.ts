/**
 * A record of award space: as it crosses to a screen, what it can be sorted by, and what files contain of it. A new
 * column is declared here, in `electron/awards/query/row.ts` and in `renderer/records/record-columns.tsx`; the compiler
 * reports a missing one.
 */
import { z } from 'zod';
import { itinerariesSummarySchema } from '../award-search/itinerary.ts';
import type { Fact } from '../csv.ts';
import { isoInstant } from '../dates.ts';
import { PRICE_BASES } from '../insights/price-rank.ts';
import { sourceName } from '../record-kinds/record-kinds.ts';

/** The user's marks on a record: they belong to the record, not to one version of it. */
const markSchema = z.object({
  starred: z.boolean(),
  tags: z.array(z.string()),
  /** Empty where there is none. */
  note: z.string(),
});
export type Mark = z.infer<typeof markSchema>;

/** How a price ranks among the other dates of its route, programme and cabin. */
export const priceStandingSchema = z.object({
  /** Among the cheapest so many per cent, rounded up; dates at the same price count half. */
  cheapest: z.number(),
  /** Whether no date was seen cheaper, and any dearer. */
  lowest: z.boolean(),
  /** How many other dates it is compared with, and which. */
  dates: z.number(),
  basis: z.enum(PRICE_BASES),
});

export type PriceStandingRead = z.infer<typeof priceStandingSchema>;

const paidForSchema = z.object({
  /**
   * The programme's own miles are enough; points can be transferred from banks; miles are missing even then; or fewer
   * seats were seen than there are travellers.
   */
  how: z.enum(['bookable', 'transfer', 'short', 'fewer_seats']),
  /** Miles that are missing; 0 where none are. */
  short: z.number(),
  /** For so many seats. */
  travellers: z.number(),
  /** In files: the points to transfer and their banks, the option with the fewest, as `30000 Citi ThankYou`. */
  bankPoints: z.array(z.string()).optional(),
});

/** The columns that the file sorts by. */
export const RECORD_SORTS = [
  'date',
  'route',
  'programme',
  'available',
  'miles',
  'seats',
  'direct',
  'airlines',
  'seen',
  'price',
  'stops',
  'duration',
] as const;
export const recordSortSchema = z.object({ by: z.enum(RECORD_SORTS), descending: z.boolean() });
export type RecordSort = z.infer<typeof recordSortSchema>;

export const recordRowSchema = z.object({
  versionId: z.int(),
  date: z.string().nullable(),
  dateText: z.string(),
  origin: z.string(),
  destination: z.string(),
  programme: z.string(),
  /** Whether there is award space, as far as is known; false where it is removed. */
  available: z.boolean(),
  /**
   * A later run of the search that saw it last must have returned it, and did not. Only where many runs are shown as
   * one.
   */
  removed: z.literal(true).optional(),
  /** Whole miles; null where none is given. */
  miles: z.number().nullable(),
  milesText: z.string(),
  /** null: count not given. */
  seats: z.number().nullable(),
  /** The number of seats as it came, where it is not a count, such as 2.5 or -1; otherwise absent. */
  seatsText: z.string().optional(),
  direct: z.boolean(),
  airlines: z.string(),
  /** The requested cabin; null where none was. No other cabin may be shown. */
  cabin: z.string().nullable(),
  /** Its source; absent for the first award search of the contract. */
  source: z.string().optional(),
  /** The provider in the name of its source's capability (§1.7); absent where it is not known. */
  provider: z.string().optional(),
  /** Whether the demo marketplace made it up; otherwise absent. */
  demo: z.literal(true).optional(),
  /** UTC ms of the last time that a run saw it. */
  seenAt: z.number(),
  /** True where the service sent undocumented members, or ambiguous values. */
  flagged: z.boolean(),
  /** The ways to fly it; absent where no answer gave trip details. */
  itineraries: itinerariesSummarySchema.optional(),
  /** The user's marks on the record; absent where there are none. */
  mark: markSchema.optional(),
  /** Absent with too few dates, or before they are counted. */
  price: priceStandingSchema.optional(),
  /**
   * Of award space, where there are several travellers: how many, and whether seats for all were seen; null where no seat
   * count is given.
   */
  seatsFor: z.object({ travellers: z.number(), enough: z.boolean().nullable() }).optional(),
  /** Whether the user's wallet pays for it today; absent where that is unknown, or the wallet is empty. */
  wallet: paidForSchema.optional(),
});
export type RecordRow = z.infer<typeof recordRowSchema>;

export type RecordContent = Omit<RecordRow, 'versionId'>;

type Facts = Record<string, (row: RecordContent) => Record<string, Fact>>;

/**
 * The service's content of a record as files contain it, by the column of the table that shows it: plain facts, no
 * labels.
 */
export const OWN_FACTS = {
  /** YYYY-MM-DD, or the text as sent. */
  date: (row: RecordContent) => ({ date: row.date ?? row.dateText }),
  route: (row: RecordContent) => ({ origin: row.origin, destination: row.destination }),
  programme: (row: RecordContent) => ({ programme: row.programme }),
  /** `removed`: whether a search that had it was run again later and no longer had it. */
  available: (row: RecordContent) => ({ awardSpace: row.available, removed: row.removed === true }),
  /** null where none was requested. `demo`: whether the demo marketplace made it up, in every file. */
  cabin: (row: RecordContent) => ({ requestedCabin: row.cabin, demo: row.demo === true }),
  /** Whole miles; null where none can be read: `milesAsSent` then has the text as sent. */
  miles: (row: RecordContent) => ({ miles: row.miles, milesAsSent: row.milesText }),
  /** null where the count is not given. */
  seats: (row: RecordContent) => ({ seats: row.seats }),
  direct: (row: RecordContent) => ({ direct: row.direct }),
  airlines: (row: RecordContent) => ({ airlines: row.airlines === '' ? [] : row.airlines.split(', ') }),
  /** By its name and its provider. */
  source: (row: RecordContent) => ({ source: sourceName(row) }),
  seen: (row: RecordContent) => ({ seenAt: isoInstant(row.seenAt), membersOutsideTheContract: row.flagged }),
  /** Of the shortest way to fly, and how many there are; null where no trip details are stored. */
  flights: ({ itineraries }: RecordContent) => ({
    flights: itineraries?.flights ?? [],
    waysToFly: itineraries?.count ?? null,
    /** Set where they come from an earlier answer than the rest. */
    tripDetailsAsOf: itineraries?.asOf == null ? null : isoInstant(itineraries.asOf),
  }),
  stops: ({ itineraries }: RecordContent) => ({ fewestStops: itineraries?.stops ?? null }),
  /** Whole minutes. */
  duration: ({ itineraries }: RecordContent) => ({ shortestMinutes: itineraries?.minutes ?? null }),
  aircraft: ({ itineraries }: RecordContent) => ({
    aircraft: itineraries?.aircraft ?? [],
    flownCabins: itineraries?.cabins ?? [],
  }),
  /** With their currency; "as sent" where the unit of a whole number is not documented. */
  taxes: ({ itineraries }: RecordContent) => ({ taxes: itineraries?.taxes ?? [] }),
  sourceSaw: ({ itineraries }: RecordContent) => ({
    sourceSawAt: itineraries?.sourceSawAt == null ? null : isoInstant(itineraries.sourceSawAt),
  }),
} satisfies Facts;

/** What else files contain of a record, by column: the user's marks, how it can be paid, how its price ranks. */
const OTHER_FACTS = {
  marks: ({ mark }: RecordContent) => ({
    starred: mark?.starred ?? false,
    tags: mark?.tags ?? [],
    note: mark?.note ?? '',
  }),
  /** Null with too few dates. */
  price: ({ price }: RecordContent) => ({
    cheaperThanPercent: price === undefined ? null : 100 - price.cheapest,
    datesCompared: price?.dates ?? null,
    comparedWith: price?.basis ?? null,
  }),
  /** Null where it is unknown; `milesShort` includes every possible transfer. */
  wallet: ({ wallet }: RecordContent) => ({
    payableByWallet: wallet?.how ?? null,
    milesShort: wallet?.short ?? null,
    travellers: wallet?.travellers ?? null,
    bankPoints: wallet?.bankPoints ?? [],
  }),
} satisfies Facts;

export const RECORD_FACTS = { ...OWN_FACTS, ...OTHER_FACTS };

/** A record without content: it has the names of all facts. */
export const NO_RECORD: RecordContent = {
  date: null,
  dateText: '',
  origin: '',
  destination: '',
  programme: '',
  available: false,
  miles: null,
  milesText: '',
  seats: null,
  direct: false,
  airlines: '',
  cabin: null,
  seenAt: 0,
  flagged: false,
};

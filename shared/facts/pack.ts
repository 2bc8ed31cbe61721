/**
 * The packs: dated files of facts about the world, shipped in this folder and replaceable by newer ones that the user
 * loads. Every line names its source, which has a licence; a line may end before its pack does.
 */
import { z } from 'zod';
import { CALENDAR_DATE_PATTERN, isCalendarDate } from '../dates.ts';
import { isWebAddress } from '../web-address.ts';

const date = z
  .string()
  .regex(CALENDAR_DATE_PATTERN)
  .refine(isCalendarDate, 'This is not a day of the calendar.');
const name = z.string().trim().min(1).max(120);
const names = z.array(name).max(60);
const airline = z.string().regex(/^[A-Z0-9]{2}$/u, 'This is no airline code.');
const airport = z.string().regex(/^[A-Z]{3}$/u, 'This is no airport code.');
/** The word that services use for a programme or, in the transfers, the pack for a bank. */
const word = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/u, 'This is no word of a programme or bank.')
  .max(40);
const country = z.string().regex(/^[A-Z]{2}$/u, 'This is no country code.');
const whole = z.int().min(1).max(999_999_999);

const source = z.strictObject({
  name,
  /** An SPDX name, `facts only` where a text was read and nothing copied, or `public domain`. */
  licence: name,
  url: z.string().refine(isWebAddress, 'This is no https address.').optional(),
  as_of: date,
});

const line = {
  /** A key of the pack's `sources`. */
  source: z.string().min(1).max(60),
  /** A: two independent sources or an official page; B: one good source; C: weak, old or in conflict. */
  sure: z.enum(['A', 'B', 'C']),
  /** The day that the line was true on, where it is not the source's. */
  as_of: date.optional(),
  /** The last day on which it is to be relied on, where it is not the pack's. */
  valid_until: date.optional(),
  /** For whoever reads the line. */
  note: z.string().trim().min(1).max(300).optional(),
};

const formerName = z.strictObject({ name, until: date.optional() });
/** Names up to and including a day; without one, at some time. */
const former = z.array(formerName).max(12).optional();

const pack = <Kind extends string, Parts extends z.ZodRawShape>(kind: Kind, parts: Parts) =>
  z.strictObject({
    pack: z.literal(kind),
    /** The day that the facts were gathered on. */
    as_of: date,
    /** The last day on which they are to be relied on. */
    valid_until: date,
    sources: z.record(z.string(), source),
    ...parts,
  });

export const PACK_SCHEMAS = {
  airlines: pack('airlines', {
    lines: z
      .array(
        z.strictObject({
          ...line,
          code: airline,
          name,
          icao: z
            .string()
            .regex(/^[A-Z0-9]{3}$/u)
            .optional(),
          alliance: name.optional(),
          /** The first and the last day of the membership, where they are known. */
          alliance_from: date.optional(),
          alliance_until: date.optional(),
          aka: names.optional(),
          /** Earlier names, and earlier airlines of the same code (`other`): for records that are older. */
          former: z
            .array(formerName.extend({ other: z.literal(true).optional() }))
            .max(12)
            .optional(),
          /** Flights by an undated list: only for which of two to suggest first. */
          flights: z.int().min(0).optional(),
          /** The last day on which anybody flew under the code. */
          ended: date.optional(),
          /** The code that what flew here flies under now; beside `ended` nothing carries the old one. */
          now: airline.optional(),
          /** The first day on which flights carry the numbers of `now`, though the airline has not ended. */
          now_from: date.optional(),
        }),
      )
      .min(1)
      .max(3_000),
  }),
  programmes: pack('programmes', {
    lines: z
      .array(
        z.strictObject({
          ...line,
          word,
          name,
          short: name,
          airlines: z.array(airline).max(30),
          alliance: name.optional(),
          /** The last day of the membership, where it ends. */
          alliance_until: date.optional(),
          /** The programme's own site: a host name. */
          site: z
            .string()
            .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/u)
            .optional(),
          /** What its miles are called: `Avios`. */
          currency: name.optional(),
          /** Other words that services use for it. */
          words: z
            .array(z.string().regex(/^[a-z0-9_-]+$/u))
            .max(12)
            .optional(),
          aka: names.optional(),
          former,
          /** The day from which it is no programme of its own any more. */
          ended: date.optional(),
          /** The programme that its balances became part of, from `ended` on. */
          merged_into: word.optional(),
        }),
      )
      .min(1)
      .max(500),
  }),
  transfers: pack('transfers', {
    banks: z
      .array(
        z.strictObject({ bank: word, name, short: name, country: country.optional(), aka: names.optional() }),
      )
      .max(200),
    /** Points of a bank become miles of a programme: `points` given for `miles` received. */
    lines: z
      .array(
        z.strictObject({
          ...line,
          bank: word,
          programme: word,
          points: whole,
          miles: whole,
          /** The fewest points at once, and the step for more; absent where no source states it. */
          minimum: whole.optional(),
          step: whole.optional(),
          /** So many points at once give so many miles more, each time. */
          block: z.strictObject({ points: whole, miles: whole }).optional(),
          /** How long it takes, in the source's words. */
          time: name.optional(),
        }),
      )
      .max(5_000),
    /** Per cent more miles from a first to a last day. */
    bonuses: z
      .array(
        z.strictObject({
          ...line,
          bank: word,
          programme: word,
          percent: z.int().min(1).max(1_000),
          from: date,
          until: date,
        }),
      )
      .max(500),
    /** Programmes whose miles one member may move among them freely, one for one. */
    pools: z
      .array(
        z.strictObject({
          ...line,
          currency: name,
          programmes: z.array(word).min(2).max(20),
          /** The first day, where it is known. */
          from: date.optional(),
        }),
      )
      .max(50),
    /** Whether the people of a household pay together for an award of a programme. */
    households: z
      .array(
        z.strictObject({
          ...line,
          programme: word,
          /** What the programme calls it; absent where it has none. */
          name: name.optional(),
          /** Whether miles that each has now pay for any award of it, without a price. */
          counts: z.boolean(),
          /** Who may, and what holds for it. */
          terms: z.string().trim().min(1).max(200),
        }),
      )
      .max(200),
  }),
  places: pack('places', {
    /** What an airport has become since the gathered list, or where that list is wrong. */
    airports: z
      .array(
        z.strictObject({
          ...line,
          code: airport,
          name: name.optional(),
          /** What it is called without its city: `Heathrow`. */
          label: name.optional(),
          /** As travellers name it. */
          city: name.optional(),
          country: country.optional(),
          at: z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]).optional(),
          size: z.enum(['large', 'medium', 'small']).optional(),
          time_zone: name.optional(),
          /** Its first and its last day with scheduled flights. */
          opened: date.optional(),
          closed: date.optional(),
          /** Whether airlines fly there on schedule, where the gathered list is wrong. */
          scheduled: z.boolean().optional(),
          /** Where its flights went, or what else serves its city. */
          replaced_by: z.array(airport).max(6).optional(),
          /** The code that it had until `recoded`. */
          code_before: airport.optional(),
          recoded: date.optional(),
          aka: names.optional(),
        }),
      )
      .max(2_000),
    /** Cities that the airlines' own city codes join into one, the busiest airport first. */
    areas: z
      .array(
        z.strictObject({
          ...line,
          code: airport,
          name,
          country,
          airports: z.array(airport).min(2).max(12),
          aka: names.optional(),
        }),
      )
      .max(300),
    /** Parts of the world, with the airports through which most travellers come. */
    regions: z
      .array(
        z.strictObject({ ...line, name, airports: z.array(airport).min(1).max(20), aka: names.optional() }),
      )
      .max(500),
    /** Islands, towns and sights by the airports that serve them. */
    served: z
      .array(
        z.strictObject({
          ...line,
          name,
          airports: z.array(airport).min(1).max(12),
          country: country.optional(),
          /** Where it is, if it has no airport of its own: for saying how far that is. */
          at: z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]).optional(),
          aka: names.optional(),
        }),
      )
      .max(3_000),
    /** Usual names of countries beside the one that this machine's list of names has. */
    countries: z
      .array(z.strictObject({ ...line, country, names, airports: z.array(airport).max(12).optional() }))
      .max(400),
    /** The busiest airports of the world, the busiest first. */
    busiest: z.strictObject({ ...line, codes: z.array(airport).max(2_000) }),
  }),
  'booking-links': pack('booking-links', {
    lines: z
      .array(
        z.strictObject({
          ...line,
          programme: word,
          /** `search`: the award search filled in; `page`: where its search begins; `site`: the programme's site. */
          kind: z.enum(['search', 'page', 'site']),
          /** With `{origin}`, `{destination}`, `{pax}`, `{cabin}` and dates such as `{YYYY-MM-DD}` in their places. */
          url: z.string().max(1_500),
          /** What the programme calls the four cabins, where the address names one. */
          cabins: z
            .partialRecord(z.enum(['economy', 'premium', 'business', 'first']), z.string().max(40))
            .optional(),
        }),
      )
      .max(1_000),
    /** Whether a programme holds an award before its miles are there. */
    holds: z
      .array(
        z.strictObject({
          ...line,
          programme: word,
          allowed: z.boolean(),
          /** At most so long, where it is known. */
          hours: whole.optional(),
          how: z.enum(['online', 'phone']).optional(),
        }),
      )
      .max(500),
  }),
} as const;

export const PACK_KINDS = Object.keys(PACK_SCHEMAS) as PackKind[];
export type PackKind = keyof typeof PACK_SCHEMAS;
export type Pack<Kind extends PackKind = PackKind> = z.infer<(typeof PACK_SCHEMAS)[Kind]>;
/** What every pack has. */
export type PackHead = Pick<Pack, 'as_of' | 'valid_until' | 'sources'>;
export type PackSource = PackHead['sources'][string];

/** What every line has. */
export type PackLine = {
  source: string;
  sure: 'A' | 'B' | 'C';
  as_of?: string | undefined;
  valid_until?: string | undefined;
};

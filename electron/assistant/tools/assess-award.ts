import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import { isoInstant } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import {
  appearsLabel,
  PRICE_FACTS,
  priceLabel,
  REMOVED_FACTS,
  refreshCostLabel,
  refreshLabel,
  staysLabel,
  stillThereLabel,
} from '#shared/records/insight-labels.ts';
import { defineTool, found } from '../answer.ts';
import { createArgumentReader } from '../argument-reader.ts';
import { awardSchema, awardsOf, coverageFor, coverageSchema } from '../awards.ts';
import { awardArguments, findAward } from '../find-award.ts';
import type { Sources } from '../sources.ts';

const bounds = z.object({ least: z.number(), most: z.number().nullable() });

const assessment = {
  award: awardSchema,
  price: z.object({
    in_words: z.string(),
    compared_with: z
      .enum(['same_month_and_time_before_departure', 'same_month', 'all_dates'])
      .nullable()
      .describe('Null: too few dates to say.'),
    dates: z.int(),
    cheaper: z.int(),
    same: z.int(),
    dearer: z.int(),
    lowest: z.object({ miles: z.int(), date: z.string(), observed_at: z.string() }).nullable(),
  }),
  still_there: z.object({
    in_words: z.string(),
    dates: z.int(),
    bounds: bounds.nullable().describe('How many of them were still there; null: too few dates to say.'),
    refresh_pages: z.int(),
    refresh_cost: z
      .array(z.string())
      .describe('What a refresh is about to cost, if the user decides to buy one.'),
    in_words_of_cost: z.string().nullable(),
  }),
  space: z.object({
    appears_in_words: z.string(),
    stays_in_words: z.string(),
    refresh_in_words: z.string().nullable(),
    dates_read: z.int(),
    dates_with_space: z.int(),
    appears_days_before_departure: z.object({ from: z.int().nullable(), until: z.int() }).nullable(),
    stays_days: bounds.nullable(),
  }),
  caveats: z.array(z.string()),
};

const BASES = {
  month_and_lead: 'same_month_and_time_before_departure',
  month: 'same_month',
  all: 'all_dates',
} as const;

export const assessAward = defineTool({
  name: 'assess_award',
  title: 'Assess an award',
  description:
    'What stored runs say of one award: whether its price is good among other dates of its route, program and cabin; how many awards like it were still there at its age; when space on its route appears and how long it stays. Where too few dates are stored it says so, and no figure should be guessed instead.',
  reads: true,
  input: z.strictObject(awardArguments),
  covered: coverageSchema,
  result: assessment,
  async run(input, sources) {
    const words = createArgumentReader(sources);
    const row = await findAward(input, sources, words);
    const [award] = awardsOf([row], sources);
    if (award === undefined) fail('not_found', 'This record is not stored here any more.');
    const { versionId, origin, destination, programme } = row;
    const cabin = row.cabin ?? '';
    const [price, stillThere, space, covered] = await Promise.all([
      sources.insights.price({ versionId }),
      sources.insights.stillThere({ versionId, age: Math.max(0, sources.now() - row.seenAt) }),
      sources.insights.space({
        origins: [origin],
        destinations: [destination],
        programme,
        cabin,
        source: row.source ?? '',
        ...(row.date !== null && { travelFrom: row.date }),
      }),
      coverageFor(sources, {
        origin_airport: origin,
        destination_airport: destination,
        ...(row.date !== null && { start_date: row.date, end_date: row.date }),
        ...(cabin !== '' && { cabin }),
      }),
    ]);
    return found({
      observedAt: row.seenAt,
      understood: words.understood,
      covered,
      rows: [],
      total: 0,
      result: () => ({
        award,
        price: priceOf(price),
        still_there: stillThereOf(stillThere),
        space: spaceOf(space),
        caveats: [PRICE_FACTS, REMOVED_FACTS],
      }),
    });
  },
});

type Insight<Name extends keyof Sources['insights']> = Awaited<ReturnType<Sources['insights'][Name]>>;

function priceOf(insight: Insight<'price'>): z.input<typeof assessment.price> {
  const [lowest] = insight.points;
  return {
    in_words: priceLabel(insight),
    compared_with: insight.basis === null ? null : BASES[insight.basis],
    dates: insight.dates,
    cheaper: insight.cheaper,
    same: insight.same,
    dearer: insight.dearer,
    lowest:
      lowest === undefined
        ? null
        : { miles: lowest.miles, date: lowest.date, observed_at: isoInstant(lowest.at) },
  };
}

const stillThereOf = (insight: Insight<'stillThere'>): z.input<typeof assessment.still_there> => ({
  in_words: stillThereLabel(insight),
  dates: insight.dates,
  bounds: insight.bounds,
  refresh_pages: insight.refresh.pages,
  refresh_cost: insight.refresh.cost.map(formatAmount),
  in_words_of_cost: refreshCostLabel(insight),
});

function spaceOf(insight: Insight<'space'>): z.input<typeof assessment.space> {
  const { appears, stays } = insight;
  return {
    appears_in_words: appearsLabel(insight),
    stays_in_words: staysLabel(insight),
    refresh_in_words: refreshLabel(insight),
    dates_read: insight.dates,
    dates_with_space: insight.seen,
    appears_days_before_departure: appears === null ? null : { from: appears.from, until: appears.until },
    stays_days: stays === null ? null : { least: stays.least, most: stays.most },
  };
}

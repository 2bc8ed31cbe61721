import { z } from 'zod';
import { isoInstant } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { plainText } from '#shared/plain-text.ts';
import { defineTool, found, minutesOld, outsideValue } from '../answer.ts';
import { cursor, limit } from '../awards.ts';

const LONGEST_TITLE = 200;

export const titleOf = (title: string): string => plainText(title, LONGEST_TITLE);

/** A stored request of §2.1, with short values. */
export const requestSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const requestOf = (criteria: Readonly<Record<string, unknown>>): z.infer<typeof requestSchema> =>
  Object.fromEntries(
    Object.entries(criteria).flatMap(([name, value]): [string, string | number | boolean][] => {
      if (typeof value === 'string') return [[name, plainText(value, LONGEST_TITLE)]];
      return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
    }),
  );

export const listSearches = defineTool({
  name: 'list_searches',
  title: 'List saved searches',
  description:
    'The searches that the user has run and stored, the newest run first, with what was found and what they cost.',
  reads: true,
  input: z.strictObject({ limit: limit(50, 20), cursor }),
  covered: z.object({ searches: z.int() }),
  result: {
    searches: z.array(
      z.object({
        search_id: z.int(),
        title: z.string(),
        request: requestSchema,
        runs: z.int(),
        records: z.int(),
        offer: z
          .enum(['space', 'few_seats', 'none', 'no_record', 'set_aside', 'departed'])
          .describe(
            'What of it can still be flown: award space for all travellers, too few seats for them, none, no record at all, only rows that cannot be used, or past days alone.',
          ),
        cheapest_miles: z.int().nullable(),
        observed_at: z.string(),
        minutes_old: z.int(),
        cost: z.array(z.string()).describe('Charged for all its runs.'),
      }),
    ),
  },
  async run(input, sources, offset) {
    const searches = await sources.results.searches(undefined);
    const now = sources.now();
    return found({
      observedAt: searches.length === 0 ? null : Math.max(...searches.map(({ lastRunAt }) => lastRunAt)),
      covered: { searches: searches.length },
      rows: searches.slice(offset, offset + input.limit),
      total: searches.length,
      result: (rows) => ({
        searches: rows.map((search) => ({
          search_id: search.searchId,
          title: titleOf(search.title),
          request: requestOf(search.criteria),
          runs: search.runs,
          records: search.records,
          offer: search.offer,
          cheapest_miles: search.cheapest,
          observed_at: isoInstant(search.lastRunAt),
          minutes_old: minutesOld(search.lastRunAt, now),
          cost: search.cost.map(formatAmount).map(outsideValue),
        })),
      }),
    });
  },
});

import { z } from 'zod';
import { CHANGES } from '#shared/award-analysis/differences.ts';
import { fail } from '#shared/contract/failure.ts';
import { dayStart, isCalendarDate, isoInstant } from '#shared/dates.ts';
import { defineTool, found } from '../answer.ts';
import { awardSchema, awardsOf, cursor, limit } from '../awards.ts';
import type { Sources } from '../sources.ts';
import { titleOf } from './list-searches.ts';

const MAX_EXAMPLES = 5;
/** Bytes of one search's examples, whose texts may be long. */
const MAX_OF_EXAMPLES = 15_000;

const changeSchema = z.object({
  search_id: z.int(),
  title: z.string(),
  first_run: z.boolean().describe('True: it had not run before, so all of it is new.'),
  before_run_at: z.string().nullable(),
  after_run_at: z.string(),
  counts: z
    .record(z.string(), z.int())
    .describe(
      'Records by kind of change. notSeenBefore and notSeenAgain prove nothing: a page was not read.',
    ),
  examples: z.array(
    z.object({
      changes: z.array(z.enum(CHANGES)),
      before: awardSchema.nullable(),
      after: awardSchema.nullable(),
    }),
  ),
});

const moment = z
  .string()
  .max(40)
  .refine((text) => Number.isFinite(momentOf(text)), 'A day (YYYY-MM-DD) or an instant of ISO 8601.');

/** UTC ms; without a zone, in the user's local time. NaN for an invalid date or time. */
const momentOf = (text: string): number =>
  dayStart(text) ??
  (isCalendarDate(text.slice(0, 10)) && /^.{10}T[\d:.]+(?:Z|[+-]\d\d:\d\d)?$/u.test(text)
    ? Date.parse(text)
    : Number.NaN);

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'What changed in the saved searches that ran since a moment: each compared with its last run before that moment. Counts are of all records; the examples are a few of them.',
  reads: true,
  input: z.strictObject({
    since: moment.describe('By the user’s clock where it names no zone.'),
    limit: limit(20, 10),
    cursor,
  }),
  covered: z.object({
    since: z.string(),
    searches_run_since: z.int(),
    searches_not_run_since: z
      .int()
      .describe('Nothing is known to have changed in these, because nobody looked.'),
  }),
  result: { changes: z.array(changeSchema) },
  async run(input, sources, offset) {
    const since = momentOf(input.since);
    if (since > sources.now()) fail('not_yet', 'since: name a moment that has passed.');
    const searches = await sources.results.searches(undefined);
    const ran = searches.filter(({ lastRunAt }) => lastRunAt >= since);
    const rows = await Promise.all(
      ran.slice(offset, offset + input.limit).map((search) => changeOf(search, since, sources)),
    );
    return found({
      observedAt: ran.length === 0 ? null : Math.max(...ran.map(({ lastRunAt }) => lastRunAt)),
      covered: {
        since: isoInstant(since),
        searches_run_since: ran.length,
        searches_not_run_since: searches.length - ran.length,
      },
      rows,
      total: ran.length,
      result: (changes) => ({ changes: [...changes] }),
    });
  },
});

type Search = { searchId: number; title: string };

async function changeOf(
  { searchId, title }: Search,
  since: number,
  sources: Sources,
): Promise<z.input<typeof changeSchema>> {
  const { runs } = await sources.results.runs({ searchId });
  const [after] = runs;
  if (after === undefined) fail('not_found', 'A search has no run any more. Ask again.');
  const [before] = (await sources.results.runs({ searchId, ranBefore: since })).runs;
  const comparison = { search_id: searchId, title: titleOf(title), after_run_at: isoInstant(after.ranAt) };
  if (before === undefined)
    return {
      ...comparison,
      first_run: true,
      before_run_at: null,
      counts: { new: after.records },
      examples: [],
    };
  const { counts, rows } = await sources.results.differences({
    before: { kind: 'run', runId: before.runId },
    after: { kind: 'run', runId: after.runId },
    filter: {},
    offset: 0,
    limit: MAX_EXAMPLES,
  });
  let bytes = 0;
  const one = (row: (typeof rows)[number]['before']) =>
    row === null ? null : (awardsOf([row], sources)[0] ?? null);
  return {
    ...comparison,
    first_run: false,
    before_run_at: isoInstant(before.ranAt),
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    examples: rows
      .map((row) => ({ changes: [...row.changes], before: one(row.before), after: one(row.after) }))
      .filter((example) => {
        bytes += Buffer.byteLength(JSON.stringify(example));
        return bytes <= MAX_OF_EXAMPLES;
      }),
  };
}

import { z } from 'zod';
import { localDay, monthOf, monthStart, startOfDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { defineTool, found, outsideText, outsideTextSchema } from '../answer.ts';
import { cursor, whole } from '../awards.ts';

const line = z.object({
  purchases: z.int(),
  totals: z.array(z.string()),
  unread: z.int().describe('Purchases whose amount cannot be read: the totals are then the least.'),
});

export const getSpending = defineTool({
  name: 'get_spending',
  title: 'Get spending',
  description:
    'What was spent on searches, by day, month and Tool, from the user’s own journal, with the limits that the user set. What is not settled counts in full. The balance of the account at the marketplace is not readable.',
  reads: true,
  input: z.strictObject({ months: whole(1, 12).default(3).describe('With the present one.'), cursor }),
  covered: z.object({ from: z.string(), until: z.string() }),
  result: {
    totals: line.describe('Of the whole time.'),
    today: line,
    this_month: line,
    by_month: z.array(line.extend({ month: z.string() })),
    by_tool: z.array(line.extend({ tool: outsideTextSchema })),
    not_settled: line.describe('Counted in full in every figure.'),
    limits: z.array(z.object({ per_call: z.string(), per_day: z.string(), per_month: z.string() })),
  },
  async run({ months }, sources, offset) {
    const now = sources.now();
    const from = monthStart(now, months - 1);
    const accounts = sources.accounts(from);
    const { others = [], ...first } = sources.limits();
    const [day, month] = [localDay(now), monthOf(now)];
    const lineOf = (
      one: { purchases: number; totals: Parameters<typeof formatAmount>[0][]; unread: number } | undefined,
    ) => ({
      purchases: one?.purchases ?? 0,
      totals: (one?.totals ?? []).map(formatAmount),
      unread: one?.unread ?? 0,
    });
    return found({
      observedAt: now,
      covered: { from: localDay(from), until: day },
      rows: accounts.byTool.slice(offset),
      total: accounts.byTool.length,
      result: (tools) => ({
        totals: lineOf(accounts),
        today: lineOf(sources.accounts(startOfDay(now))),
        this_month: lineOf(accounts.byMonth.find((one) => one.month === month)),
        by_month: accounts.byMonth.map((one) => ({ month: one.month, ...lineOf(one) })),
        by_tool: tools.map((one) => ({ tool: outsideText(one.title), ...lineOf(one) })),
        not_settled: lineOf(accounts.open),
        limits: [first, ...others].map(({ perCall, perDay, perMonth }) => ({
          per_call: formatAmount(perCall),
          per_day: formatAmount(perDay),
          per_month: formatAmount(perMonth),
        })),
      }),
    });
  },
});

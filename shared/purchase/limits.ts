import { z } from 'zod';
import { type Amount, addAmounts, amountSchema, compareAmounts, formatAmount, zero } from '../money.ts';
import { plainName } from '../plain-text.ts';

/** The three limits of one currency. */
const limitsInOneCurrency = {
  perCall: amountSchema,
  perDay: amountSchema,
  perMonth: amountSchema,
};

/** Limits of one Tool in addition to the general ones; null means only the general ones apply. */
const toolLimitSchema = z.object({
  /**
   * The capability's id where the Tool names one, otherwise its reference: a price change gives it another reference.
   */
  toolId: z.string(),
  title: z.string(),
  perDay: amountSchema.nullable(),
  perMonth: amountSchema.nullable(),
});

/**
 * What the user allows to be spent. Stored by the main process. `others` are the limits of further currencies; a
 * currency without limits is not spent at all. Where `others` or `perTool` is absent in a change, it stays unchanged.
 */
export const limitsSchema = z.object({
  ...limitsInOneCurrency,
  others: z.array(z.object(limitsInOneCurrency)).max(20).optional(),
  perTool: z.array(toolLimitSchema).max(200).optional(),
  /** The stored limits could not be read: nothing may be bought until they are set again. */
  unread: z.literal(true).optional(),
});
export type Limits = z.infer<typeof limitsSchema>;
type InOneCurrency = Pick<Limits, 'perCall' | 'perDay' | 'perMonth'>;

/** The limits of a new installation: enough for a few dozen searches a day, small enough to limit mistakes. */
export const DEFAULT_LIMITS: Limits = {
  perCall: { currency: 'USD', units: '50000', exponent: 6 },
  perDay: { currency: 'USD', units: '1000000', exponent: 6 },
  perMonth: { currency: 'USD', units: '10000000', exponent: 6 },
};

/** In place of limits that are stored and cannot be read. Its amounts are no limits, and are never shown as such. */
export const UNREAD_LIMITS: Limits = {
  perCall: zero('USD'),
  perDay: zero('USD'),
  perMonth: zero('USD'),
  unread: true,
};

/** What counts as spent: settled charges, and the full price of every unresolved purchase. */
export type Spending = { today: readonly Amount[]; month: readonly Amount[] };

type LimitName = 'unread' | 'currency' | 'perCall' | 'perDay' | 'perMonth' | 'toolPerDay' | 'toolPerMonth';
export type LimitVerdict = { ok: true } | { ok: false; limit: LimitName; reason: string };

const KINDS = ['perCall', 'perDay', 'perMonth'] as const;

/** The limits of every currency that has any. */
const everyCurrency = (limits: Limits): InOneCurrency[] => [limits, ...(limits.others ?? [])];

export const limitsIn = (limits: Limits, currency: string): InOneCurrency | undefined =>
  everyCurrency(limits).find(({ perCall }) => perCall.currency === currency);

const spentIn = (amounts: readonly Amount[], currency: string): Amount =>
  amounts.filter((amount) => amount.currency === currency).reduce(addAmounts, zero(currency));

export type LimitQuestion = {
  /** The Tool and what was spent on it. */
  tool?: { toolId: string; spending: Spending };
  /** True where the user has confirmed, outside the page, that this one may exceed the limit for one Call. */
  abovePerCall?: boolean;
};

/**
 * Whether `price` still fits within the limits. A price in a currency without a limit is refused, because a
 * marketplace's listing and its accounts may use different currencies and nothing here converts money.
 */
export function checkLimits(
  limits: Limits,
  spending: Spending,
  price: Amount,
  { tool, abovePerCall = false }: LimitQuestion = {},
): LimitVerdict {
  if (limits.unread === true)
    return {
      ok: false,
      limit: 'unread',
      reason: 'Your limits are stored but cannot be read, so nothing is bought until you set them again.',
    };
  const own = limitsIn(limits, price.currency);
  if (own === undefined) {
    const named = everyCurrency(limits).map(({ perCall }) => perCall.currency);
    return {
      ok: false,
      limit: 'currency',
      reason: `The price is in ${price.currency}, but your limits are in ${named.join(', ')}. Nothing is bought in a currency without a limit.`,
    };
  }
  if (!abovePerCall && compareAmounts(price, own.perCall) > 0)
    return {
      ok: false,
      limit: 'perCall',
      reason: `${formatAmount(price)} is above your limit of ${formatAmount(own.perCall)} for one Call.`,
    };
  const toolLimit = limits.perTool?.find(({ toolId }) => toolId === tool?.toolId);
  return (
    overTotal('perDay', spending.today, price, own.perDay, 'today’s spending', 'daily limit') ??
    overTotal('perMonth', spending.month, price, own.perMonth, 'this month’s spending', 'monthly limit') ??
    overTotal(
      'toolPerDay',
      tool?.spending.today ?? [],
      price,
      toolLimit?.perDay ?? null,
      'today’s spending on this Tool',
      'daily limit for it',
    ) ??
    overTotal(
      'toolPerMonth',
      tool?.spending.month ?? [],
      price,
      toolLimit?.perMonth ?? null,
      'this month’s spending on this Tool',
      'monthly limit for it',
    ) ?? { ok: true }
  );
}

function overTotal(
  limit: LimitName,
  spent: readonly Amount[],
  price: Amount,
  most: Amount | null,
  what: string,
  limitLabel: string,
): LimitVerdict | null {
  if (most === null) return null;
  if (most.currency !== price.currency)
    return {
      ok: false,
      limit,
      reason: `The price is in ${price.currency}, but your ${limitLabel} is in ${most.currency}.`,
    };
  const total = addAmounts(spentIn(spent, price.currency), price);
  if (compareAmounts(total, most) <= 0) return null;
  return {
    ok: false,
    limit,
    reason: `With ${formatAmount(price)} ${what} would be ${formatAmount(total)}, above your ${limitLabel} of ${formatAmount(most)}.`,
  };
}

/** Why these limits are invalid; null where they are valid. */
export function limitsProblem(limits: Limits): string | null {
  const seen = new Set<string>();
  for (const set of everyCurrency(limits)) {
    const { currency } = set.perCall;
    if (KINDS.some((kind) => set[kind].currency !== currency))
      return 'The limits for one Call, a day and a month must be in one currency.';
    if (seen.has(currency)) return `There are two sets of limits in ${currency}.`;
    seen.add(currency);
    if (KINDS.some((kind) => set[kind].units.startsWith('-'))) return 'A limit cannot be below nothing.';
  }
  const tools = (limits.perTool ?? []).map(({ toolId }) => toolId);
  if (new Set(tools).size !== tools.length) return 'There are two limits for one Tool.';
  const ofTools = (limits.perTool ?? []).flatMap(({ perDay, perMonth }) => [perDay, perMonth]);
  return ofTools.some((amount) => amount?.units.startsWith('-') === true)
    ? 'A limit cannot be below nothing.'
    : null;
}

/** The limits after a change: what the change does not mention stays unchanged. */
export const changedLimits = (before: Limits, { unread: _, ...change }: Limits): Limits => ({
  ...change,
  others:
    change.others ??
    before.others?.filter(({ perCall }) => perCall.currency !== change.perCall.currency) ??
    [],
  perTool: change.perTool ?? before.perTool ?? [],
});

const NAMES = { perCall: 'one Call', perDay: 'a day', perMonth: 'a month' } as const;

/**
 * Every way in which `after` allows more to be spent than `before`, one sentence each. A raise is confirmed outside the
 * page, so that a compromised page cannot spend more.
 */
export function raisedLimits(before: Limits, after: Limits): string[] {
  const general = everyCurrency(after).flatMap((set) => {
    const held = limitsIn(before, set.perCall.currency);
    return KINDS.filter((kind) => held === undefined || compareAmounts(set[kind], held[kind]) > 0).map(
      (kind) =>
        held === undefined
          ? `Up to ${formatAmount(set[kind])} for ${NAMES[kind]}, in a currency that could not be spent before.`
          : `Up to ${formatAmount(set[kind])} for ${NAMES[kind]} instead of ${formatAmount(held[kind])}.`,
    );
  });
  const tools = (before.perTool ?? []).flatMap((held) => {
    const next = after.perTool?.find(({ toolId }) => toolId === held.toolId);
    return (['perDay', 'perMonth'] as const).flatMap((kind) => {
      const then = held[kind];
      const now = next?.[kind] ?? null;
      if (then === null) return [];
      if (now !== null && now.currency === then.currency && compareAmounts(now, then) <= 0) return [];
      const words = now === null ? 'no limit' : `up to ${formatAmount(now)}`;
      return [`For ${plainName(held.title)}: ${words} for ${NAMES[kind]} instead of ${formatAmount(then)}.`];
    });
  });
  return [...general, ...tools];
}

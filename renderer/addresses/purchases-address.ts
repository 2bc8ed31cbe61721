import { z } from 'zod';
import type { AccountsFilter } from '#shared/contract/purchase-accounts.ts';
import { dayStart, monthStart, startOfDay } from '#shared/dates.ts';
import { PURCHASE_FILTERS } from '../money/purchase-messages.ts';
import { addressOf } from './address.ts';

const VIEWS = ['list', 'totals', 'brought', 'service', 'statement'] as const;
export type PurchasesView = (typeof VIEWS)[number];

const TIMES = ['all', 'today', 'week', 'month', 'last-month', 'days'] as const;
export type TimeChoice = (typeof TIMES)[number];

/** A day as it is being typed. */
const typedDay = z
  .string()
  .regex(/^[\d-]{0,10}$/)
  .default('');

const schema = z.object({
  view: z.enum(VIEWS).default('list'),
  state: z.enum(PURCHASE_FILTERS.map(({ value }) => value)).default('all'),
  toolId: z.string().nullable().default(null),
  currency: z.string().nullable().default(null),
  time: z.enum(TIMES).default('all'),
  /** For `days`. */
  from: typedDay,
  until: typedDay,
  /** `YYYY-MM`, for the statement; null: the current month. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .nullable()
    .default(null),
  /** The purchase whose drawer is open. */
  purchase: z.string().nullable().default(null),
});
export type PurchasesAddress = z.infer<typeof schema>;

export const purchasesAddress = addressOf('/purchases', schema);

/** The span of time in UTC ms, in the user’s calendar; an end that is empty or not a day is open. */
function spanOf(
  { time, from, until }: Pick<PurchasesAddress, 'time' | 'from' | 'until'>,
  now: number,
): { from?: number; until?: number } {
  switch (time) {
    case 'all':
      return {};
    case 'today':
      return { from: startOfDay(now) };
    case 'week':
      return { from: startOfDay(now, 6) };
    case 'month':
      return { from: monthStart(now) };
    case 'last-month':
      return { from: monthStart(now, 1), until: monthStart(now) };
    case 'days': {
      const [first, end] = [dayStart(from), dayStart(until, 1)];
      return { ...(first !== undefined && { from: first }), ...(end !== undefined && { until: end }) };
    }
  }
}

/** The filter as the list, the accounts and the exports accept it. */
export function accountsFilterOf(address: PurchasesAddress, now: number): AccountsFilter {
  const states = PURCHASE_FILTERS.find(({ value }) => value === address.state)?.states ?? [];
  return {
    ...spanOf(address, now),
    ...(address.toolId !== null && { toolId: address.toolId }),
    ...(address.currency !== null && { currency: address.currency }),
    ...(states.length > 0 && { states: [...states] }),
  };
}

/** No filters. */
export const NO_PURCHASE_FILTERS: Partial<PurchasesAddress> = {
  state: 'all',
  toolId: null,
  currency: null,
  time: 'all',
  from: '',
  until: '',
};

export const isFiltered = (address: PurchasesAddress): boolean =>
  address.state !== 'all' || address.toolId !== null || address.currency !== null || address.time !== 'all';

import type { AccountsFilter } from '#shared/contract/purchase-accounts.ts';
import { dayStart, monthStart, startOfDay } from '#shared/dates.ts';
import type { PurchaseState } from '#shared/purchase/state.ts';
import { PURCHASE_FILTERS } from '../money/purchase-messages.ts';
import { asIs, choice, codecs, one, textOrNull } from './codecs.ts';

const VIEWS = ['list', 'totals', 'brought', 'service', 'statement'] as const;
export type PurchasesView = (typeof VIEWS)[number];

const TIMES = ['all', 'today', 'week', 'month', 'last-month', 'days'] as const;
export type TimeChoice = (typeof TIMES)[number];

/** The state of the Purchases screen, as its address. */
export type PurchasesAddress = {
  view: PurchasesView;
  /** One of `PURCHASE_FILTERS`. */
  state: string;
  toolId: string | null;
  currency: string | null;
  time: TimeChoice;
  /** Days as typed, for `days`. */
  from: string;
  until: string;
  /** `YYYY-MM`, for the statement; null: the current month. */
  month: string | null;
};

/** A partly typed day is accepted: it is being typed. */
const isDay = (text: string): boolean => /^[\d-]{0,10}$/.test(text);
const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
const STATES = PURCHASE_FILTERS.map(({ value }) => value);

/** A day as it is being typed. */
const day = (name: string, instead: string) =>
  one(name, { parse: asIs, reads: isDay, otherwise: '', instead });

/** `open`: the purchase whose drawer is open. */
type Shown = PurchasesAddress & { open: string | null };
export type PurchasesChange = Partial<Shown>;

const PURCHASES = codecs<Shown>({
  view: choice('view', VIEWS, 'list', 'the list is shown'),
  state: choice('state', STATES, 'all', 'purchases in every state are shown'),
  toolId: textOrNull('tool', 'purchases of every Tool are shown'),
  currency: textOrNull('currency', 'every currency is shown'),
  time: choice('time', TIMES, 'all', 'purchases of all time are shown'),
  from: day('from', 'no first day is set'),
  until: day('until', 'no last day is set'),
  month: one<string | null>('month', {
    parse: (text) => (isMonth(text) ? text : undefined),
    otherwise: null,
    instead: 'this month is shown',
  }),
  open: textOrNull('purchase', 'no purchase is opened'),
});

export const unreadOfPurchases = PURCHASES.unread;

export function readPurchasesAddress(params: URLSearchParams): PurchasesAddress {
  const { open: _, ...address } = PURCHASES.read(params);
  return address;
}

/** The search part of the address with these members changed. */
export function changedPurchases(params: URLSearchParams, change: PurchasesChange): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const name of Object.keys(PURCHASES.names)) changed.delete(name);
  PURCHASES.write({ ...PURCHASES.read(params), ...change }, changed);
  return changed;
}

/** The states that the address selects; undefined for all. */
export function statesOf({ state }: PurchasesAddress): PurchaseState[] | undefined {
  const states = PURCHASE_FILTERS.find(({ value }) => value === state)?.states ?? [];
  return states.length === 0 ? undefined : [...states];
}

/** The span of time in UTC ms, in the user’s calendar; an end that is empty or not a day is open. */
export function spanOf(
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

/** The filter as the accounts and the exports accept it. */
export function accountsFilterOf(address: PurchasesAddress, now: number): AccountsFilter {
  const states = statesOf(address);
  return {
    ...spanOf(address, now),
    ...(address.toolId !== null && { toolId: address.toolId }),
    ...(address.currency !== null && { currency: address.currency }),
    ...(states && { states }),
  };
}

/** No filters. */
export const NO_PURCHASE_FILTERS: PurchasesChange = {
  state: 'all',
  toolId: null,
  currency: null,
  time: 'all',
  from: '',
  until: '',
};

export const isFiltered = (address: PurchasesAddress): boolean =>
  address.state !== 'all' || address.toolId !== null || address.currency !== null || address.time !== 'all';

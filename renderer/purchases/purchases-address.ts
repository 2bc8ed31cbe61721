import type { AccountsFilter } from '#shared/contract/purchase-accounts.ts';
import type { PurchaseState } from '#shared/purchase/state.ts';
import { type AddressPart, anyText, type UnreadPart, unreadParts } from '../components/address-parts.ts';
import { dayStart, monthStart, startOfDay } from '../components/local-days.ts';
import { PURCHASE_FILTERS } from '../components/purchase-words.ts';

export const VIEWS = ['list', 'totals', 'service', 'statement'] as const;
export type PurchasesView = (typeof VIEWS)[number];

export const TIMES = ['all', 'today', 'week', 'month', 'last-month', 'days'] as const;
export type TimeChoice = (typeof TIMES)[number];

/** What the Purchases screen shows, as its address says. */
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
  /** `YYYY-MM`, for the statement; null: the month in which we are. */
  month: string | null;
};

const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null,
  otherwise: Value,
): Value => values.find((value) => value === text) ?? otherwise;

/** Half a day may stand there: it is being typed. */
const isDay = (text: string): boolean => /^[\d-]{0,10}$/.test(text);
const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
const isState = (text: string): boolean => PURCHASE_FILTERS.some(({ value }) => value === text);

const PARTS: Readonly<Record<string, AddressPart>> = {
  view: { reads: (text) => VIEWS.some((view) => view === text), instead: 'the list is shown' },
  state: { reads: isState, instead: 'purchases in every state are shown' },
  tool: { reads: anyText, instead: 'purchases of every Tool are shown' },
  currency: { reads: anyText, instead: 'every currency is shown' },
  time: { reads: (text) => TIMES.some((time) => time === text), instead: 'purchases of all time are shown' },
  from: { reads: isDay, instead: 'no first day is set' },
  until: { reads: isDay, instead: 'no last day is set' },
  month: { reads: isMonth, instead: 'this month is shown' },
  purchase: { reads: anyText, instead: 'no purchase is opened' },
};

/** What of an address of Purchases could not be read, and what is shown instead. Pure. */
export const unreadOfPurchases = (search: string): UnreadPart[] => unreadParts(search, PARTS);

export function readPurchasesAddress(params: URLSearchParams): PurchasesAddress {
  const state = params.get('state') ?? '';
  const month = params.get('month') ?? '';
  return {
    view: oneOf(VIEWS, params.get('view'), 'list'),
    state: isState(state) ? state : 'all',
    toolId: params.get('tool'),
    currency: params.get('currency'),
    time: oneOf(TIMES, params.get('time'), 'all'),
    from: params.get('from') ?? '',
    until: params.get('until') ?? '',
    month: isMonth(month) ? month : null,
  };
}

/** The states that the address asks for; undefined for all of them. */
export function statesOf({ state }: PurchasesAddress): PurchaseState[] | undefined {
  const states = PURCHASE_FILTERS.find(({ value }) => value === state)?.states ?? [];
  return states.length === 0 ? undefined : [...states];
}

/** The span of time in UTC ms, by the person's calendar; an end that is not typed or not a day is left open. */
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

/** The filter as the accounts and the exports take it. */
export function accountsFilterOf(address: PurchasesAddress, now: number): AccountsFilter {
  const states = statesOf(address);
  return {
    ...spanOf(address, now),
    ...(address.toolId !== null && { toolId: address.toolId }),
    ...(address.currency !== null && { currency: address.currency }),
    ...(states && { states }),
  };
}

export const isFiltered = (address: PurchasesAddress): boolean =>
  address.state !== 'all' || address.toolId !== null || address.currency !== null || address.time !== 'all';

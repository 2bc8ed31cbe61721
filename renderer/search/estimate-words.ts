/** What a search may cost, by what the cache knows, in words. Pure. */
import { type Amount, formatAmount, timesAmount } from '#shared/money.ts';
import { counted } from '../components/count-words.ts';
import { dayOf } from '../components/local-days.ts';

export type Estimate = { pages: number; records: number; take: number; seenAt: number };

/** `about 8 pages of 500, USD 0.176000, from 3,900 records seen on 2027-03-01`. @param price of one page, as listed */
export function estimateWords({ pages, records, take, seenAt }: Estimate, price: Amount | null): string {
  const size = pages === 1 ? 'about 1 page' : `about ${pages.toLocaleString('en-US')} pages of ${take}`;
  const cost = price === null ? 'price not listed' : formatAmount(timesAmount(price, pages));
  return `${size}, ${cost}, from ${counted(records, 'record')} seen on ${dayOf(seenAt)}`;
}

import { fail } from '#shared/contract/failure.ts';
import { type Amount, addAmounts, totalsByCurrency } from '#shared/money.ts';
import { unreadAmong } from '../journal/damaged.ts';
import type { Entry } from '../journal/entry.ts';
import { countedAmounts } from '../journal/spending.ts';

/** What counts as spent for pages. */
export const spentUnder = (pages: readonly Entry[]): Amount[] =>
  totalsByCurrency(pages.flatMap(countedAmounts));

/** What counts as spent for pages, with one more. */
export function totalWith(bought: readonly Entry[], page: Amount): Amount {
  const spent = spentUnder(bought).find(({ currency }) => currency === page.currency);
  return spent === undefined ? page : addAmounts(spent, page);
}

/** An amount that cannot be read could be any: no more is bought without asking. */
export function refuseUnread(bought: readonly Entry[], code: 'ceiling_reached' | 'trip_limit'): void {
  if (unreadAmong(bought) > 0) fail(code, 'What was spent before under this approval cannot be read.');
}

import { type Amount, amountLabel, compareAmounts, multiplyAmount, readAmount } from '#shared/money.ts';
import { limitLines, type SpendingNow } from '../limit-lines.ts';

/** One approval covers at most so many pages. */
export const MAX_PAGES = 50;

/** What a user types to approve several pages together. */
export type NextPagesForm = { pages: string; currency: string; ceiling: string };
export type NextPagesProblems = Partial<Record<keyof NextPagesForm, string>>;
export type NextPages = { pages: number; ceiling: Amount };

/** The cost of so many pages at the price of one, without the currency; empty where no price is known. */
export function costOfPages(pages: string, pagePrice: Amount | null): string {
  if (pagePrice === null || !/^\d{1,2}$/.test(pages.trim())) return '';
  return plainAmount(multiplyAmount(pagePrice, Number(pages)));
}

/** How many pages the limits of the day and the month allow at the price of one, up to the most in one approval. */
export function pagesWithin(spending: SpendingNow, pagePrice: Amount): number {
  const fits = (pages: number) =>
    // The limit for one Call applies to each page.
    limitLines(spending, multiplyAmount(pagePrice, pages), null)
      .slice(1)
      .every(({ over }) => !over);
  let pages = MAX_PAGES;
  while (pages > 0 && !fits(pages)) pages -= 1;
  return pages;
}

/** An amount as a user would type it, without the currency: `0.088`. */
export const plainAmount = (amount: Amount): string => amountLabel(amount).slice(amount.currency.length + 1);

export type CeilingForm = Pick<NextPagesForm, 'currency' | 'ceiling'>;

/**
 * Reads a ceiling exactly, or returns an error for each invalid field.
 * @param least the price of one page, which it must reach; null where none is known
 */
export function readCeiling(
  form: CeilingForm,
  least: Amount | null,
): { ceiling: Amount | undefined; problems: Partial<Record<keyof CeilingForm, string>> } {
  const problems: Partial<Record<keyof CeilingForm, string>> = {};
  const currency = form.currency.trim().toUpperCase();
  if (!/^[A-Z0-9]{2,16}$/.test(currency)) problems.currency = 'Type a currency code, such as USD.';
  const ceiling = readAmount(form.ceiling, currency, Math.max(6, least?.exponent ?? 6));
  if (ceiling === undefined) problems.ceiling = 'Type an amount, such as 0.11.';
  else if (BigInt(ceiling.units) === 0n) problems.ceiling = 'More than nothing.';
  else if (least?.currency === currency && compareAmounts(ceiling, least) < 0)
    problems.ceiling = 'Less than the price of one page.';
  return { ceiling, problems };
}

/** Reads the approval exactly, or returns an error for each invalid field. */
export function readNextPages(
  form: NextPagesForm,
  pagePrice: Amount | null,
): { ok: true; value: NextPages } | { ok: false; problems: NextPagesProblems } {
  const { ceiling, problems: ofCeiling } = readCeiling(form, pagePrice);
  const problems: NextPagesProblems = ofCeiling;
  const pages = /^\d{1,3}$/.test(form.pages.trim()) ? Number(form.pages) : 0;
  if (pages < 1 || pages > MAX_PAGES) problems.pages = `Type a whole number from 1 to ${MAX_PAGES}.`;
  if (ceiling === undefined || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, value: { pages, ceiling } };
}

import { type Amount, compareAmounts, formatAmount, parseAmount } from '#shared/money.ts';
import type { Limits } from '#shared/purchase/limits.ts';

/** The limits as typed. */
export type LimitsForm = { currency: string; perCall: string; perDay: string; perMonth: string };
export type LimitsProblems = Partial<Record<keyof LimitsForm, string>>;

/** An amount without its currency, in full: `1.000000`. */
const decimalOf = (amount: Amount): string => formatAmount(amount).slice(amount.currency.length + 1);

export function limitsFormOf(limits: Limits): LimitsForm {
  return {
    currency: limits.perCall.currency,
    perCall: decimalOf(limits.perCall),
    perDay: decimalOf(limits.perDay),
    perMonth: decimalOf(limits.perMonth),
  };
}

const NOT_AN_AMOUNT = 'Type a plain amount with at most six decimals, such as 1 or 0.50.';

/** Reads the limits exactly, or says beside each field what is wrong with it. */
export function readLimits(
  form: LimitsForm,
): { ok: true; limits: Limits } | { ok: false; problems: LimitsProblems } {
  const problems: LimitsProblems = {};
  const currency = form.currency.trim().toUpperCase();
  if (!/^[A-Z0-9]{2,16}$/.test(currency)) problems.currency = 'Type the currency’s code, such as USD.';
  const perCall = parseAmount(form.perCall, currency);
  const perDay = parseAmount(form.perDay, currency);
  const perMonth = parseAmount(form.perMonth, currency);
  if (!perCall) problems.perCall = NOT_AN_AMOUNT;
  if (!perDay) problems.perDay = NOT_AN_AMOUNT;
  if (!perMonth) problems.perMonth = NOT_AN_AMOUNT;
  if (perCall && perDay && compareAmounts(perCall, perDay) > 0)
    problems.perCall = 'One Call may not be allowed more than a whole day.';
  if (perDay && perMonth && compareAmounts(perDay, perMonth) > 0)
    problems.perDay = 'A day may not be allowed more than a whole month.';
  if (!perCall || !perDay || !perMonth || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, limits: { perCall, perDay, perMonth } };
}

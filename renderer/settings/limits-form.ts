import { type Amount, amountLabel, compareAmounts, readAmount } from '#shared/money.ts';
import type { Limits } from '#shared/purchase/limits.ts';

/** The limits of one currency as typed. */
export type CurrencyForm = { currency: string; perCall: string; perDay: string; perMonth: string };
/** The limits of one Tool as typed; an empty field sets none. */
export type ToolForm = { toolId: string; title: string; currency: string; perDay: string; perMonth: string };
/** The limits as typed: the main currency, further ones, and those of single Tools. */
export type LimitsForm = { main: CurrencyForm; others: CurrencyForm[]; perTool: ToolForm[] };

export type CurrencyProblems = Partial<Record<keyof CurrencyForm, string>>;
export type ToolProblems = Partial<Record<'currency' | 'perDay' | 'perMonth', string>>;
export type LimitsProblems = {
  main: CurrencyProblems;
  others: CurrencyProblems[];
  perTool: ToolProblems[];
};

export const NO_PROBLEMS: LimitsProblems = { main: {}, others: [], perTool: [] };

/** An amount without its currency: `0.05`. */
const decimalOf = (amount: Amount): string => amountLabel(amount).slice(amount.currency.length + 1);

type OneCurrency = Pick<Limits, 'perCall' | 'perDay' | 'perMonth'>;
const EMPTY: CurrencyForm = { currency: 'USD', perCall: '', perDay: '', perMonth: '' };
const currencyForm = ({ perCall, perDay, perMonth }: OneCurrency): CurrencyForm => ({
  currency: perCall.currency,
  perCall: decimalOf(perCall),
  perDay: decimalOf(perDay),
  perMonth: decimalOf(perMonth),
});

export function limitsFormOf(limits: Limits): LimitsForm {
  return {
    main: limits.unread === true ? EMPTY : currencyForm(limits),
    others: (limits.others ?? []).map(currencyForm),
    perTool: (limits.perTool ?? []).map(({ toolId, title, perDay, perMonth }) => ({
      toolId,
      title,
      currency: (perDay ?? perMonth ?? limits.perDay).currency,
      perDay: perDay === null ? '' : decimalOf(perDay),
      perMonth: perMonth === null ? '' : decimalOf(perMonth),
    })),
  };
}

const NOT_AN_AMOUNT = 'Type an amount, such as 1 or 0.50.';
const NOT_A_CURRENCY = 'Type a currency code, such as USD.';
const OVER_MONTH = 'More than the limit for a month.';

const currencyOf = (typed: string): string | undefined => {
  const currency = typed.trim().toUpperCase();
  return /^[A-Z0-9]{2,16}$/.test(currency) ? currency : undefined;
};

function readCurrency(
  form: CurrencyForm,
  currenciesInUse: ReadonlySet<string>,
): [OneCurrency | null, CurrencyProblems] {
  const problems: CurrencyProblems = {};
  const currency = currencyOf(form.currency);
  if (currency === undefined) problems.currency = NOT_A_CURRENCY;
  else if (currenciesInUse.has(currency)) problems.currency = 'This currency already has limits.';
  const named = currency ?? 'USD';
  const perCall = readAmount(form.perCall, named);
  const perDay = readAmount(form.perDay, named);
  const perMonth = readAmount(form.perMonth, named);
  if (!perCall) problems.perCall = NOT_AN_AMOUNT;
  if (!perDay) problems.perDay = NOT_AN_AMOUNT;
  if (!perMonth) problems.perMonth = NOT_AN_AMOUNT;
  if (perCall && perDay && compareAmounts(perCall, perDay) > 0)
    problems.perCall = 'More than the limit for a day.';
  if (perDay && perMonth && compareAmounts(perDay, perMonth) > 0) problems.perDay = OVER_MONTH;
  if (!perCall || !perDay || !perMonth || Object.keys(problems).length > 0) return [null, problems];
  return [{ perCall, perDay, perMonth }, {}];
}

type ToolLimits = NonNullable<Limits['perTool']>[number];

function readTool(form: ToolForm): [ToolLimits | null, ToolProblems] {
  const problems: ToolProblems = {};
  const currency = currencyOf(form.currency);
  if (currency === undefined) problems.currency = NOT_A_CURRENCY;
  const amount = (name: 'perDay' | 'perMonth'): Amount | null => {
    if (form[name].trim() === '') return null;
    const read = readAmount(form[name], currency ?? 'USD');
    if (!read) problems[name] = NOT_AN_AMOUNT;
    return read ?? null;
  };
  const [perDay, perMonth] = [amount('perDay'), amount('perMonth')];
  if (form.perDay.trim() === '' && form.perMonth.trim() === '')
    problems.perDay = 'Type an amount, or remove this line.';
  if (perDay && perMonth && compareAmounts(perDay, perMonth) > 0) problems.perDay = OVER_MONTH;
  if (Object.keys(problems).length > 0) return [null, problems];
  return [{ toolId: form.toolId, title: form.title, perDay, perMonth }, {}];
}

/** Reads the limits exactly, or returns an error for each invalid field. */
export function readLimits(
  form: LimitsForm,
): { ok: true; limits: Limits } | { ok: false; problems: LimitsProblems } {
  const [main, mainProblems] = readCurrency(form.main, new Set());
  const currenciesInUse = new Set([currencyOf(form.main.currency) ?? '']);
  const others = form.others.map((other) => {
    const read = readCurrency(other, currenciesInUse);
    currenciesInUse.add(currencyOf(other.currency) ?? '');
    return read;
  });
  const tools = form.perTool.map(readTool);
  const read = {
    others: others.flatMap(([value]) => value ?? []),
    perTool: tools.flatMap(([value]) => value ?? []),
  };
  if (main === null || read.others.length < others.length || read.perTool.length < tools.length)
    return {
      ok: false,
      problems: {
        main: mainProblems,
        others: others.map(([, problems]) => problems),
        perTool: tools.map(([, problems]) => problems),
      },
    };
  return { ok: true, limits: { ...main, ...read } };
}

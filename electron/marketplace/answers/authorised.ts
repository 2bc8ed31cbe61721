import { type Amount, leastAmount } from '#shared/money.ts';
import type { NamedAmount } from '#shared/purchase/authorisation.ts';
import { fold, wordsOf } from './fold.ts';
import { amountInWords, amountNamed, countedAmount, namesMoney } from './money.ts';
import { firstItems, member, membersOf, text } from './reading.ts';

const AUTHORISED = /^authori[sz](?:ations?|ed)$/;
const AMOUNTS = ['total', 'amount', 'maximum', 'max', 'limit', 'ceiling', 'cap', 'up'];
/**
 * Next to these words, the name describes how to sign in, or a property of the authorisation other than its amount.
 */
const NOT_AN_AMOUNT =
  /^(?:ur[il]|link|docs?|endpoint|server|type|scheme|method|protocol|required|header|token|scopes?|grants?|flow|code|ref|id|reference|key|digest|hash|state|status|at)$/;

/**
 * Whether a name denotes an authorised amount: surely, perhaps, or null for anything else, such as a sign-in address.
 */
export function namesAuthorisation(name: string): 'surely' | 'perhaps' | null {
  const words = wordsOf(name);
  const others = words.filter((word) => !AUTHORISED.test(word));
  if (others.length === words.length) return null;
  if (others.some((word) => AMOUNTS.includes(word)) && !others.some((word) => NOT_AN_AMOUNT.test(word)))
    return 'surely';
  return others.some((word) => NOT_AN_AMOUNT.test(word)) ? null : 'perhaps';
}

const AMOUNT_MEMBERS = [
  'amount',
  'total',
  'maximum',
  'maximumAmount',
  'totalAuthorization',
  'totalAuthorisation',
];

/** Whether a value looks like an amount, readable or not. */
const resemblesAmount = (value: unknown): boolean =>
  typeof value === 'number' ||
  namesMoney(value) ||
  [...AMOUNT_MEMBERS, 'units', 'decimal', 'currency'].some((name) => member(value, name) != null);

/**
 * What an x402 demand asks for at most: a whole number of an asset's smallest unit, which is an amount only where the
 * demand itself names the asset's decimals and its currency or symbol.
 */
function demanded(value: unknown): NamedAmount {
  const units = member(value, 'maxAmountRequired');
  if (units === undefined || units === null) return null;
  const extra = member(value, 'extra');
  const either = (...names: readonly string[]) => member(value, ...names) ?? member(extra, ...names);
  const symbol = either('currency', 'symbol') ?? member(value, 'asset');
  const exponent = either('decimals', 'exponent');
  return countedAmount({ currency: symbol, units, exponent }) ?? 'unreadable';
}

/** The demands in a record: itself, or those that it lists as accepted. */
const demandsIn = (value: unknown): NamedAmount[] =>
  [value, ...firstItems(member(value, 'accepts'))].map(demanded).filter((one) => one !== null);

const isPresent = (value: unknown): boolean => value != null && value !== false && value !== '';

const readInside = (value: unknown): Amount | null => amountNamed(value) ?? amountInWords(text(value) ?? '');

/**
 * Reads an exact amount given directly, in text, or in an object with a known amount member; 'unreadable' if inexact.
 */
export function namedAmount(value: unknown): NamedAmount {
  if (!isPresent(value)) return null;
  const inside = AMOUNT_MEMBERS.map((name) => readInside(member(value, name))).find((read) => read !== null);
  return readInside(value) ?? inside ?? 'unreadable';
}

/** Every total authorisation in an answer (§1.7, §8), including those in its price or limit records. */
export function namedAuthorisations(of: unknown): NamedAmount[] {
  const members = Object.entries(membersOf(of) ?? {}).slice(0, MAX_NAMES);
  const within = members.flatMap(([name, value]) =>
    namesAuthorisation(name) === null ? Object.entries(membersOf(value) ?? {}).slice(0, MAX_NAMES) : [],
  );
  return [
    ...demandsIn(of),
    ...members.flatMap(([name, value]) => {
      const names = fold(name) === 'sourcerequirement' ? 'perhaps' : namesAuthorisation(name);
      return names === null
        ? demandsIn(value)
        : [...demandsIn(value), authorisationTerm(names === 'surely', value)];
    }),
    ...within.flatMap(([name, value]) =>
      namesAuthorisation(name) === 'surely' ? [authorisationTerm(true, value)] : [],
    ),
  ];
}

const MAX_NAMES = 200;

/** Reads an authorised value: a total or maximum must be an amount; any other counts only if it looks like one. */
export function authorisationTerm(isAmount: boolean, value: unknown): NamedAmount {
  const read = namedAmount(value);
  return read === 'unreadable' && !isAmount && !resemblesAmount(value) ? null : read;
}

/**
 * The least of several amounts in one currency (per request, per day, …): nothing above it is surely authorised. An
 * unreadable one may be less than any, so the result is then unreadable.
 */
export function leastNamed(named: readonly NamedAmount[], currency?: string): NamedAmount {
  if (named.includes('unreadable')) return 'unreadable';
  const read = named.filter((one) => one !== null && one !== 'unreadable');
  const [first = null] = read;
  return leastAmount(read.filter((one) => one.currency === (currency ?? first?.currency))) ?? first;
}

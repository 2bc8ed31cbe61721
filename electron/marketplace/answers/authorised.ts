import { type Amount, leastAmount } from '#shared/money.ts';
import type { NamedAmount } from '#shared/purchase/authorisation.ts';
import { fold, wordsOf } from './fold.ts';
import { amountInWords, amountNamed } from './money.ts';
import { member, membersOf, text } from './reading.ts';

const AUTHORISED = /^authori[sz](?:ations?|ed)$/;
const AMOUNTS = ['total', 'amount', 'maximum', 'max', 'limit', 'ceiling', 'cap', 'up'];
/** Beside these, it is how a Tool is signed in to, or something else of an authorisation than its amount. */
const OTHERWISE =
  /^(?:ur[il]|link|docs?|endpoint|server|type|scheme|method|protocol|required|header|token|scopes?|grants?|flow|code|ref|id|reference|key|digest|hash|state|status|at)$/;

/**
 * Whether a name is that of an amount which is authorised: surely, or perhaps; null where it is of something else, such
 * as an address to sign in at.
 */
export function namesAuthorisation(name: string): 'surely' | 'perhaps' | null {
  const words = wordsOf(name);
  const others = words.filter((word) => !AUTHORISED.test(word));
  if (others.length === words.length) return null;
  if (others.some((word) => AMOUNTS.includes(word)) && !others.some((word) => OTHERWISE.test(word)))
    return 'surely';
  return others.some((word) => OTHERWISE.test(word)) ? null : 'perhaps';
}

const INSIDE = ['amount', 'total', 'maximum', 'maximumAmount', 'totalAuthorization', 'totalAuthorisation'];

const MONEY_IN_WORDS = /\d.*(?:\p{Sc}|\b[A-Z]{3,5}\b|\bcents?\b)|(?:\p{Sc}|\b[A-Z]{3,5}\b).*\d/u;

/** Whether something is meant as an amount, readable or not. */
const mayBeAmount = (value: unknown): boolean =>
  typeof value === 'number' ||
  MONEY_IN_WORDS.test(text(value) ?? '') ||
  [...INSIDE, 'units', 'decimal', 'currency'].some((name) => member(value, name) != null);

const isNamed = (value: unknown): boolean => value != null && value !== false && value !== '';

const readInside = (value: unknown): Amount | null => amountNamed(value) ?? amountInWords(text(value) ?? '');

/** An amount that must be exact to be believed: as it is, in words, or inside an object that names it. */
export function namedAmount(value: unknown): NamedAmount {
  if (!isNamed(value)) return null;
  const inside = INSIDE.map((name) => readInside(member(value, name))).find((read) => read !== null);
  return readInside(value) ?? inside ?? 'unreadable';
}

/** Every total authorisation that an answer names (§1.7, §8), also in a record of its prices or limits. */
export function namedAuthorisations(of: unknown): NamedAmount[] {
  const members = Object.entries(membersOf(of) ?? {}).slice(0, MOST_NAMES);
  const within = members.flatMap(([name, value]) =>
    namesAuthorisation(name) === null ? Object.entries(membersOf(value) ?? {}).slice(0, MOST_NAMES) : [],
  );
  return [
    ...members.flatMap(([name, value]) => {
      const names = fold(name) === 'sourcerequirement' ? 'perhaps' : namesAuthorisation(name);
      return names === null ? [] : [authorisationTerm(names === 'surely', value)];
    }),
    ...within.flatMap(([name, value]) =>
      namesAuthorisation(name) === 'surely' ? [authorisationTerm(true, value)] : [],
    ),
  ];
}

const MOST_NAMES = 200;

/** What is named as authorised: a total or a maximum is an amount, another only where it looks so. */
export function authorisationTerm(isAmount: boolean, value: unknown): NamedAmount {
  const read = namedAmount(value);
  return read === 'unreadable' && !isAmount && !mayBeAmount(value) ? null : read;
}

/**
 * Of several, such as one for a request and one for a day, the least in one currency: nothing above it is surely
 * authorised. One that cannot be read may be less than any.
 */
export function leastNamed(named: readonly NamedAmount[], currency?: string): NamedAmount {
  if (named.includes('unreadable')) return 'unreadable';
  const read = named.filter((one) => one !== null && one !== 'unreadable');
  const [first = null] = read;
  return leastAmount(read.filter((one) => one.currency === (currency ?? first?.currency))) ?? first;
}

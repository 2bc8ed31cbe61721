import { type Amount, leastAmount } from '#shared/money.ts';
import type { NamedAmount } from '#shared/purchase/authorisation.ts';
import { amountInWords, amountNamed } from './money.ts';
import { member, text } from './reading.ts';

/** What these name is an amount, whatever it looks like. */
const AMOUNTS = [
  'totalAuthorization',
  'totalAuthorisation',
  'totalAuthorizationPerRequest',
  'totalAuthorisationPerRequest',
  'authorizedAmount',
  'authorisedAmount',
  'maximumAuthorization',
  'maximumAuthorisation',
];
/** These may also name how a Tool is signed in to, or by which protocol it is paid. */
const PERHAPS_AMOUNTS = ['authorization', 'authorisation', 'sourceRequirement'];
const INSIDE = ['amount', 'total', 'maximum', 'maximumAmount', 'totalAuthorization', 'totalAuthorisation'];

const MONEY_IN_WORDS = /\d.*(?:\p{Sc}|\b[A-Z]{3,5}\b|\bcents?\b)|(?:\p{Sc}|\b[A-Z]{3,5}\b).*\d/u;

/** Whether something is meant as an amount, readable or not. */
const looksLikeAmount = (value: unknown): boolean =>
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

/** Every total authorisation that an answer names (§1.7, §8). */
export const namedAuthorisations = (of: unknown): NamedAmount[] => [
  ...AMOUNTS.map((name) => namedAmount(member(of, name))),
  ...PERHAPS_AMOUNTS.map((name) => member(of, name)).map((value) => {
    const read = namedAmount(value);
    return read === 'unreadable' && !looksLikeAmount(value) ? null : read;
  }),
];

/** A term of a listing whose label names an authorisation: a total or a maximum is an amount, another only where it looks so. */
export function authorisationTerm(isAmount: boolean, value: string): NamedAmount {
  const read = namedAmount(value);
  return read === 'unreadable' && !isAmount && !looksLikeAmount(value) ? null : read;
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

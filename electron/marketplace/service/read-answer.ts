import { isObject } from '#shared/json.ts';
import { type Amount, amountSchema, sameAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { fold } from '../answers/fold.ts';
import { integer, LONGEST_TEXT, membersOf, nameLike, text } from '../answers/reading.ts';
import {
  type AmountForm,
  type AnswerMap,
  type FieldMap,
  fieldLabel,
  type Path,
  pointerOf,
} from './answer-map.ts';
import { observedMap } from './derive-map.ts';
import {
  ANSWERS,
  type AnswerField,
  type AnswerReading,
  type AnswerRole,
  type AnswerWords,
  type Fields,
  type StatedMoney,
  type Unreadable,
} from './vocabulary.ts';

/** What is read of an answer: its body, and the map of the operation that gave it. */
export type Mapped = { body: unknown; map?: AnswerMap | undefined };

/**
 * Follows the map of an answer: takes the kind that its discriminator names, and each field from its place, checked for
 * its type. One that does not fit is unreadable; nothing else is tried.
 */
export function readAnswer<Role extends AnswerRole>(role: Role, { body, map }: Mapped): AnswerReading<Role> {
  return read(role, map ?? observedMap(role), body) as AnswerReading<Role>; // the vocabulary declares what each kind's map holds
}

/** What a refusal or an error says of a Call and its charge, in the shape seen live. */
export const readFailure = (body: unknown): AnswerReading<'failure'> => readAnswer('failure', { body });

type OfCall = AnswerReading<'call'> | AnswerReading<'callStatus'> | AnswerReading<'failure'>;

/** What an answer says of a charge, whatever else of it does not fit. */
export function moneyOf(read: OfCall): StatedMoney {
  if (read.kind === 'unreadable')
    return { usage: read.fits.usage ?? null, receipt: read.fits.receipt ?? null };
  return 'usage' in read ? { usage: read.usage, receipt: read.receipt } : { usage: null, receipt: null };
}

/** The most items read of one answer: ten times what a page may hold (live limits are at most 100). */
const MAX_ITEMS = 1_000;

/** What does not fit, in words; `instead`: what is wrong, where it is not the value alone. */
class Misfit extends Error {
  readonly instead: string | null;
  constructor(value: string, instead: string | null = null) {
    super(value);
    this.instead = instead;
  }
}

const unreadable = (why: string, field: string | null = null, fits: Unreadable['fits'] = {}): Unreadable => ({
  kind: 'unreadable',
  why,
  field,
  fits,
});

type Answer = { kind: string } & Record<string, unknown>;

function read(
  role: AnswerRole,
  { variants, folded, within }: AnswerMap,
  answered: unknown,
): Answer | Unreadable {
  const { kinds }: AnswerWords = ANSWERS[role];
  const body = valueAt(answered, within);
  let label: { at: Path; value: string } | null = null;
  let first: Unreadable | null = null;
  for (const variant of variants) {
    const { when, unlessSaid } = variant;
    if (unlessSaid.some((at) => (valueAt(body, at, folded) ?? null) !== null)) continue;
    if (when !== null) {
      const value = valueAt(body, when.at, folded);
      if (typeof value === 'boolean' && when.values.includes(String(value)))
        return readVariant(variant, kinds[variant.kind]?.fields ?? {}, body, { folded, within });
      if (typeof value !== 'string') continue;
      label ??= { at: when.at, value: value.slice(0, LONGEST_TEXT) };
      const isMeant = when.values.some((one) => one === value || fold(one) === fold(value));
      if (!isMeant) continue;
    }
    const answer = readVariant(variant, kinds[variant.kind]?.fields ?? {}, body, { folded, within });
    if (answer.kind !== 'unreadable' || when !== null) return answer;
    first ??= answer as Unreadable;
  }
  if (first !== null) return first;
  const fits = fitsOf(role, variants, body, folded);
  return label === null
    ? unreadable('The answer does not say what kind of answer it is.', null, fits)
    : unreadable(
        `The answer is of a kind that its declaration does not name for this: “${plainName(label.value)}” in /${label.at.join('/')}.`,
        null,
        fits,
      );
}

/** Of an answer of an unknown kind, what the declared kinds have of a Call and its charge. */
function fitsOf(
  role: AnswerRole,
  variants: AnswerMap['variants'],
  body: unknown,
  folded: boolean,
): Unreadable['fits'] {
  const { kinds }: AnswerWords = ANSWERS[role];
  const fits: Record<string, unknown> = {};
  for (const { kind, fields } of variants)
    for (const name of ['callRef', 'usage', 'receipt']) {
      const field = fields[name];
      const value = field === undefined ? null : readField(field, kinds[kind]?.fields[name], body, folded);
      if (value !== null && !(value instanceof Misfit)) fits[name] ??= value;
    }
  return fits as Unreadable['fits']; // read by the vocabulary, which types them
}

function readVariant(
  { kind, base, fields, beside }: AnswerMap['variants'][number],
  vocabulary: Fields,
  body: unknown,
  { folded, within }: Pick<AnswerMap, 'folded' | 'within'>,
): Answer | Unreadable {
  const answer: Answer = { ...nullsOf(vocabulary), kind };
  let broken: { name: string; why: string } | null = null;
  for (const [name, field] of Object.entries(fields)) {
    const value = readField(field, vocabulary[name], body, folded);
    if (isOutputItself(field, fields.output, value)) continue;
    if (!(value instanceof Misfit) && (value !== null || field.needed !== true)) answer[name] = value;
    else broken ??= { name, why: whyBroken(name, field, value, folded) };
  }
  // Read by the vocabulary, which types it.
  if (broken !== null) return unreadable(broken.why, broken.name, answer as Unreadable['fits']);
  const raw = valueAt(body, base, folded);
  return {
    ...answer,
    outputAt:
      fields.output === undefined || (answer.output ?? null) === null
        ? null
        : [...within, ...fields.output.at],
    at: Object.fromEntries(Object.entries(fields).map(([name, { at }]) => [name, [...within, ...at]])),
    beside: firstBeside(beside, body, folded),
    raw,
    more: moreOf(raw, base, fields, folded),
  };
}

/**
 * Whether what stands where a status may hold a Call's result is the output itself: nothing is declared of it, it is the
 * output's place too, and it is no result of any kind.
 */
const isOutputItself = ({ at, result }: FieldMap, output: FieldMap | undefined, value: unknown): boolean =>
  result?.by === 'observed' &&
  output?.at.join('\n') === at.join('\n') &&
  (value instanceof Misfit ||
    (isObject(value) && value.kind === 'unreadable' && (value.field ?? null) === null));

/** Names are folded where nothing was declared. */
function whyBroken(name: string, { at }: FieldMap, value: Misfit | null, folded: boolean): string {
  const label = fieldLabel(name);
  if (value !== null && value.instead !== null)
    return `The answer holds ${value.instead.replace('%', label)}.`;
  const words = value === null ? '' : `: ${plainName(value.message)}`;
  return `The answer holds no ${label}${folded ? '' : ' where it declares one'}, in ${pointerOf(at)}${words}.`;
}

/** Fields that are not mapped are read as null. */
const nullsOf = (fields: Fields): Record<string, null> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

/** The value at a path; undefined where nothing is. Only own members count. */
export function valueAt(value: unknown, path: Path, folded = false): unknown {
  let current = value;
  for (const name of path) {
    const members = membersOf(current);
    if (members === null) return undefined;
    const own = Object.hasOwn(members, name) ? name : folded ? nameLike(members, name) : undefined;
    if (own === undefined) return undefined;
    current = members[own];
  }
  return current;
}

/** Objects with more names than this are not looked through, so that reading stays cheap. */
const MAX_NAMES = 1_000;
/** A field's value, null where there is none. */
function readField(
  field: FieldMap,
  declared: AnswerField | undefined,
  root: unknown,
  folded: boolean,
): unknown {
  const value = valueAt(root, field.at, folded);
  if (value === undefined || value === null) return null;
  const of = declared?.of;
  switch (field.type) {
    case 'any':
      return value;
    case 'reference':
      return referenceOf(value) ?? misfit(value);
    case 'text':
      // An empty text that need not be there says nothing, as the cursor after the last page.
      if (value === '' && field.needed !== true) return null;
      return text(value) ?? referenceOf(value) ?? misfit(value);
    case 'texts':
      return textsOf(value) ?? misfit(value);
    case 'flag':
      return typeof value === 'boolean' ? value : misfit(value);
    case 'integer':
      return integer(value) ?? misfit(value);
    case 'number':
      return numberOf(value) ?? misfit(value);
    case 'instant':
      return instantOf(value) ?? misfit(value);
    case 'amount':
      return amountIn(value, field, declared?.words ?? [], root, folded);
    case 'list':
      return Array.isArray(value) ? listOf(value, field, of ?? {}) : misfit(value);
    case 'record':
      if (field.amount !== undefined) return amountRecord(value, field, declared, root, folded);
      return membersOf(value) === null ? misfit(value) : recordOf(value, field, of ?? {});
    case 'result':
      return membersOf(value) === null || field.result === undefined
        ? misfit(value)
        : read('call', field.result, value);
  }
}

const misfit = (value: unknown, instead: string | null = null): Misfit =>
  new Misfit(
    typeof value === 'object'
      ? `a ${Array.isArray(value) ? 'list' : 'record'}`
      : JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value),
    instead,
  );

/**
 * A text as it was sent, or a number that is exact: larger integers are rounded by the parser, and could name something
 * else, as a text of which only the beginning is read could.
 */
function referenceOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' || value.length > LONGEST_TEXT ? null : value;
  return typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value))
    ? String(value)
    : null;
}

function textsOf(value: unknown): string[] | null {
  if (typeof value === 'string')
    return value
      .slice(0, LONGEST_TEXT)
      .split(' ')
      .filter((one) => one !== '');
  const texts = Array.isArray(value)
    ? value.slice(0, MAX_ITEMS).flatMap((one) => (typeof one === 'string' ? one.slice(0, LONGEST_TEXT) : []))
    : null;
  return texts !== null && Array.isArray(value) && texts.length === Math.min(value.length, MAX_ITEMS)
    ? texts
    : null;
}

function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'string' && /^-?\d{1,16}(?:\.\d{1,16})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Smaller numbers are seconds: no time before 1973 is meant. */
const SMALLEST_MILLISECONDS = 100_000_000_000;
const LAST_INSTANT = 8_640_000_000_000_000;
const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

function instantOf(value: unknown): number | null {
  if (typeof value === 'string' && RFC_3339.test(value)) {
    const at = Date.parse(value.replace(' ', 'T').toUpperCase());
    return Number.isNaN(at) ? null : at;
  }
  const at = numberOf(value);
  return at !== null && at >= SMALLEST_MILLISECONDS && at <= LAST_INSTANT ? Math.trunc(at) : null;
}

const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,18}))?$/;

function amountOf(
  value: unknown,
  form: AmountForm | undefined,
  root: unknown,
  folded: boolean,
): Amount | null {
  if (form === undefined) return null;
  if ('units' in form) {
    const [units, exponent, currency] = [form.units, form.exponent, form.currency].map((name) =>
      valueAt(value, [name], true),
    );
    return exact(currency, integerText(units), integer(exponent));
  }
  const written = valueAt(value, form.decimal, folded);
  const [matches, sign, whole = '0', fraction = ''] =
    DECIMAL.exec(typeof written === 'string' ? written : '') ?? [];
  if (matches === undefined) return null;
  return exact(valueAt(root, form.currency, folded), `${sign}${BigInt(whole + fraction)}`, fraction.length);
}

/** An amount that nothing contradicts, or why there is none. */
function amountIn(
  value: unknown,
  field: FieldMap,
  words: readonly string[],
  root: unknown,
  folded: boolean,
): Amount | Misfit {
  const { at, amount: form, chosen } = field;
  const amount = amountOf(value, form, root, folded);
  if (amount !== null) {
    const other = chosen === true ? null : contestedBy(amount, field, words, root, folded);
    if (other === null) return amount;
    const pointers = [at, [...at.slice(0, -1), plainName(other)]].map(pointerOf).join(' and ');
    return misfit(value, `two amounts that contradict each other, in ${pointers}`);
  }
  if (form === undefined) return misfit(value);
  const currency = 'units' in form ? [...at, form.currency] : form.currency;
  const isWritten =
    'units' in form ? membersOf(value) !== null : isDecimal(valueAt(value, form.decimal, folded));
  const isMissing = (valueAt(root, currency, folded || 'units' in form) ?? '') === '';
  return misfit(value, isWritten && isMissing ? `no currency for its %, in ${pointerOf(currency)}` : null);
}

const isDecimal = (value: unknown): boolean => typeof value === 'string' && DECIMAL.test(value);

/**
 * The name of another amount beside a mapped one that the vocabulary prefers, as a total beside a price: the declaration
 * that was read lacks that name, so it is not known which of the two is paid.
 */
function contestedBy(
  amount: Amount,
  { at, amount: form }: FieldMap,
  words: readonly string[],
  root: unknown,
  folded: boolean,
): string | null {
  const beside = membersOf(valueAt(root, at.slice(0, -1), folded)) ?? {};
  const own = words.findIndex((word) => fold(word) === fold(at.at(-1) ?? ''));
  if (Object.keys(beside).length > MAX_NAMES) return null;
  const preferred = new Set(words.slice(0, Math.max(0, own)).map(fold));
  const contests = ([name, value]: [string, unknown]): boolean => {
    const other = preferred.has(fold(name)) ? amountOf(value, form, root, folded) : null;
    return other !== null && !sameAmount(amount, other);
  };
  return Object.entries(beside).find(contests)?.[0] ?? null;
}

/** A record that is its amount. */
function amountRecord(
  value: unknown,
  field: FieldMap,
  declared: AnswerField | undefined,
  root: unknown,
  folded: boolean,
): Record<string, unknown> {
  const of = declared?.of ?? {};
  const name = Object.keys(of).find((one) => of[one]?.type === 'amount') ?? '';
  const amount = amountIn(value, field, declared?.words ?? [], root, folded);
  const isRead = !(amount instanceof Misfit);
  return {
    ...nullsOf(of),
    ...{ [name]: isRead ? amount : null, raw: value, misfits: isRead ? {} : { [name]: value }, more: {} },
  };
}

const integerText = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;

function exact(currency: unknown, units: unknown, exponent: number | null): Amount | null {
  const code =
    typeof currency === 'string' && /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : currency;
  const parsed = amountSchema.safeParse({ currency: code, units, exponent });
  return parsed.success && !/^\d+$/.test(parsed.data.currency) ? parsed.data : null;
}

/** Items without a needed field are left out; `sent` counts them. */
function listOf(value: readonly unknown[], field: FieldMap, vocabulary: Fields) {
  const needed = Object.entries(field.of?.fields ?? {}).flatMap(([name, one]) =>
    one.needed === true ? [name] : [],
  );
  const items = value.slice(0, MAX_ITEMS).flatMap((raw) => {
    const item = recordOf(raw, field, vocabulary);
    if (needed.some((name) => item[name] === null)) return [];
    return [item];
  });
  return { items, sent: value.length };
}

/** A field of a record that does not fit keeps nothing else from being read. */
function recordOf(value: unknown, { of }: FieldMap, vocabulary: Fields): Record<string, unknown> {
  const { fields = {}, folded = false } = of ?? {};
  const misfits: Record<string, unknown> = {};
  const record: Record<string, unknown> = nullsOf(vocabulary);
  for (const [name, field] of Object.entries(fields)) {
    const one = readField(field, vocabulary[name], value, folded);
    if (one instanceof Misfit) misfits[name] = valueAt(value, field.at, folded);
    record[name] = one instanceof Misfit ? null : one;
  }
  return { ...record, raw: value, misfits, more: moreOf(value, [], fields, folded) };
}

/** The members of a record that no field is. */
function moreOf(
  raw: unknown,
  base: Path,
  fields: Readonly<Record<string, FieldMap>>,
  folded: boolean,
): Record<string, unknown> {
  const members = membersOf(raw);
  if (members === null) return {};
  const taken = new Set(
    Object.values(fields).flatMap(({ at }) =>
      base.every((name, index) => at[index] === name) ? (at[base.length] ?? []) : [],
    ),
  );
  const same = folded ? new Set([...taken].map(fold)) : taken;
  return Object.fromEntries(
    Object.keys(members)
      .slice(0, MAX_NAMES)
      .filter((name) => !same.has(folded ? fold(name) : name))
      .map((name) => [name, members[name]]),
  );
}

/** What is beside the fields and says something that the map does not know: it may be that something is left out. */
function firstBeside(
  objects: AnswerMap['variants'][number]['beside'],
  body: unknown,
  folded: boolean,
): string | null {
  for (const { at, known } of objects) {
    const members = membersOf(valueAt(body, at, folded));
    if (members === null) continue;
    const said = firstSaid(members, folded, known);
    if (said !== null) return said;
  }
  return null;
}

/** The first member of an object that says anything, other than those of known names; null if there is none. */
export function firstSaid(
  members: Readonly<Record<string, unknown>>,
  folded = false,
  known: readonly string[] = [],
): string | null {
  const names = new Set(folded ? known.map(fold) : known);
  for (const name of Object.keys(members)) {
    const value = members[name];
    const isEmpty =
      value === null ||
      value === undefined ||
      value === '' ||
      (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);
    if (!isEmpty && !names.has(folded ? fold(name) : name)) return name;
  }
  return null;
}

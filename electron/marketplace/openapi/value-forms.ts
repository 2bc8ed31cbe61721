import { fold, sameName } from '../answers/fold.ts';
import { membersOf } from '../answers/reading.ts';
import type { MemberName } from '../service/member-names.ts';
import { declaredMembers } from './declared-members.ts';
import { fixedValue, valuesOf } from './fixed-value.ts';

/** Never rewritten: an input, evidence, and the key that identifies an order. */
const AS_IT_IS: readonly MemberName[] = ['input', 'evidence', 'idempotencyKey'];

/**
 * The forms in which a value may be sent, best first: unchanged; a page size lowered to the schema's bound; an
 * enumeration's own spelling; a number as text or the reverse; a value as a list of one; references as the records of a list. The schema decides which is
 * taken. Pure.
 * @param around the containing schema, which may bound the value without naming it
 */
export function formsOf(
  name: MemberName,
  value: unknown,
  schema: unknown,
  root: unknown,
  around: unknown = null,
): unknown[] {
  if (AS_IT_IS.includes(name)) return [value];
  const forms = name === 'filters' ? [reshaped(value, schema, root)] : [value];
  if (name === 'toolRefs' && Array.isArray(value)) forms.push(...asRecords(value, schema, root));
  if (name === 'limit' && typeof value === 'number') forms.push(...sizesUnder(value, schema, root, around));
  const spelled = valuesOf(schema, root, 'enum')
    .concat(valuesOf(schema, root, 'const').map((one) => [one]))
    .flat()
    .filter((one) => typeof one === 'string' && typeof value === 'string' && fold(one) === fold(value));
  const plain = [...forms, ...spelled];
  const written = plain.flatMap((one): unknown[] => {
    if (typeof one === 'number') return [String(one)];
    return typeof one === 'string' && isWrittenNumber(one) ? [Number(one)] : [];
  });
  const all = [...plain, ...written];
  return [
    ...all,
    ...(name === 'filters' ? [] : all.filter((one) => !Array.isArray(one)).map((one) => [one])),
  ];
}

/** References as the records that a list holds, if these require one member that is not fixed: `[{type: 'tool', id}]`. */
function asRecords(references: readonly unknown[], schema: unknown, root: unknown): unknown[] {
  return valuesOf(schema, root, 'items').flatMap((items) => {
    const required = declaredMembers(items, root)
      .filter((one) => one.required)
      .map((one) => ({ name: one.name, fixed: fixedValue(one.schema, root) }));
    const [open, ...others] = required.filter(({ fixed }) => fixed === undefined);
    if (open === undefined || others.length > 0) return [];
    const fixed = required.map(({ name, fixed }) => [name, fixed?.value]);
    return [references.map((one) => ({ ...Object.fromEntries(fixed), [open.name]: one }))];
  });
}

/** Whether a text is a number that converts back to the same text. */
const isWrittenNumber = (text: string): boolean =>
  text !== '' && Number.isFinite(Number(text)) && String(Number(text)) === text;

const BOUNDS = ['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'];

/** Page sizes within the schema's bounds: those below the wished one first, largest first. */
function sizesUnder(wished: number, schema: unknown, root: unknown, around: unknown): number[] {
  const numbers = (keyword: string) =>
    [...valuesOf(schema, root, keyword), ...valuesOf(around, root, keyword, { ofMembers: true })].filter(
      (one): one is number => typeof one === 'number',
    );
  const steps = numbers('multipleOf').filter((step) => step > 0);
  const sizes = [
    // A flag may make a bound exclusive, and a surrounding "not" inverts it.
    ...BOUNDS.flatMap(numbers).flatMap((bound) => [
      Math.ceil(bound) - 1,
      Math.floor(bound),
      Math.floor(bound) + 1,
    ]),
    ...numbers('const'),
    ...numbers('default'),
    ...valuesOf(schema, root, 'enum')
      .flat()
      .filter((one): one is number => typeof one === 'number'),
  ].flatMap((size) => [size, Math.min(size, wished)]);
  const stepped = [wished, ...sizes].flatMap((size) =>
    steps.flatMap((step) => [Math.floor(size / step) * step, Math.ceil(size / step) * step]),
  );
  const all = [...new Set([...sizes, ...stepped])].filter((size) => size > 0);
  return [
    ...all.filter((size) => size <= wished).sort((a, b) => b - a),
    ...all.filter((size) => size > wished).sort((a, b) => a - b),
  ].slice(0, 24);
}

/** Filters under the operation's own names, as lists where declared; undeclared ones are left out. */
function reshaped(value: unknown, schema: unknown, root: unknown): unknown {
  const declared = declaredMembers(schema, root);
  const filters = Object.entries(membersOf(value) ?? {}).flatMap(([filter, wanted]) => {
    const one = declared.find((candidate) => sameName(candidate.name, filter));
    if (one === undefined) return [];
    const isList = valuesOf(one.schema, root, 'type').flat().includes('array');
    return [[one.name, isList && !Array.isArray(wanted) ? [wanted] : wanted]];
  });
  return Object.fromEntries(filters);
}

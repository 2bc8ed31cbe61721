/**
 * Services that nobody here wrote: every member of every answer under one of the names that the vocabulary has for it, in
 * any spelling, in either form of an amount and a time, behind references, parts and wrappers. Each declares what it sends,
 * and each is read in full.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { fold } from '../answers/fold.ts';
import { answerMapOf } from './derive-map.ts';
import { readAnswer } from './read-answer.ts';
import { ANSWERS, type AnswerField, type AnswerRole, type AnswerWords, type Fields } from './vocabulary.ts';

type Draw = (below: number) => number;
type Written = { schema: unknown; value: unknown; expected: unknown };
type Schemas = Record<string, unknown>;

const pick = <One>(draw: Draw, all: readonly One[]): One => all[draw(all.length)] as One;

const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
  (name) => name.replace(/Ref$/, 'Reference').replace(/Id$/, 'Identifier'),
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
];

function service(draw: Draw) {
  const spell = pick(draw, SPELLINGS);
  const amounts = pick(draw, ['units', 'scale', 'decimal', 'beside'] as const);
  const instants = pick(draw, ['ms', 'rfc'] as const);
  const nulls = pick(draw, ['none', 'types', 'anyOf', 'nullable'] as const);
  const reach = pick(draw, ['inline', 'reference', 'chain', 'allOf'] as const);
  const schemas: Schemas = {};
  let count = 0;
  /** A schema as this service reaches it. */
  const reached = (schema: Record<string, unknown>): unknown => {
    if (reach === 'inline') return schema;
    const named = (one: unknown): unknown => {
      const name = `S${++count}`;
      schemas[name] = one;
      return { $ref: `#/components/schemas/${name}` };
    };
    if (reach === 'reference') return named(schema);
    if (reach === 'chain') return named(named(named(schema)));
    const { properties, required, ...rest } = schema as {
      properties?: Record<string, unknown>;
      required?: unknown;
    };
    if (properties === undefined) return named(schema);
    const names = Object.keys(properties);
    const half = (from: number, to: number) =>
      named({
        type: 'object',
        properties: Object.fromEntries(names.slice(from, to).map((name) => [name, properties[name]])),
      });
    const middle = Math.floor(names.length / 2);
    return {
      ...rest,
      ...(required === undefined ? {} : { required }),
      allOf: [half(0, middle), half(middle, names.length)],
    };
  };
  const maybeNull = (schema: unknown): unknown => {
    if (nulls === 'none') return schema;
    if (nulls === 'anyOf') return { anyOf: [schema, { type: 'null' }] };
    const { type } = schema as { type?: unknown };
    if (typeof type !== 'string') return { oneOf: [{ type: 'null' }, schema] };
    return nulls === 'types'
      ? { ...(schema as object), type: [type, 'null'] }
      : { ...(schema as object), nullable: true };
  };
  let number = 0;

  const currency = 'EUR';
  /** An amount, and the member beside it that holds its currency where it has one. */
  function amount(name: string): Written & { beside?: Record<string, Written> } {
    const units = String(1_000 + ++number);
    const expected = { currency, units, exponent: 2 };
    const decimal = `${units.slice(0, -2)}.${units.slice(-2)}`;
    if (amounts === 'units' || amounts === 'scale') {
      const [u, e, c] =
        amounts === 'units' ? ['units', 'exponent', 'currency'] : ['unscaledValue', 'scale', 'currencyCode'];
      return {
        expected,
        value: { [spell(u as string)]: units, [spell(e as string)]: 2, [spell(c as string)]: currency },
        schema: reached({
          type: 'object',
          properties: {
            [spell(u as string)]: { type: 'string' },
            [spell(e as string)]: { type: 'integer' },
            [spell(c as string)]: { type: 'string' },
          },
        }),
      };
    }
    if (amounts === 'decimal')
      return {
        expected,
        value: { [spell('amount')]: decimal, [spell('currency')]: currency },
        schema: reached({
          type: 'object',
          properties: { [spell('amount')]: { type: 'string' }, [spell('currency')]: { type: 'string' } },
        }),
      };
    return {
      expected,
      value: decimal,
      schema: { type: 'string' },
      beside: { [spell(`${name}Currency`)]: { expected: null, value: currency, schema: { type: 'string' } } },
    };
  }

  function written(name: string, field: AnswerField): Written & { beside?: Record<string, Written> } {
    number += 1;
    const at = Date.UTC(2027, 1, 1) + number * 1_000;
    switch (field.type) {
      case 'amount':
        return amount(name);
      case 'reference':
        return draw(4) === 0
          ? { schema: { type: 'integer' }, value: number, expected: String(number) }
          : { schema: { type: 'string' }, value: `r${number}`, expected: `r${number}` };
      case 'text':
        return { schema: { type: 'string' }, value: `t${number}`, expected: `t${number}` };
      case 'texts':
        return draw(2) === 0
          ? {
              schema: { type: 'array', items: { type: 'string' } },
              value: ['a', `b${number}`],
              expected: ['a', `b${number}`],
            }
          : { schema: { type: 'string' }, value: `a b${number}`, expected: ['a', `b${number}`] };
      case 'instant':
        return instants === 'ms'
          ? { schema: { type: 'integer', format: 'int64' }, value: at, expected: at }
          : {
              schema: { type: 'string', format: 'date-time' },
              value: new Date(at).toISOString(),
              expected: at,
            };
      case 'integer':
      case 'number':
        return { schema: { type: field.type }, value: number, expected: number };
      case 'flag': {
        const value = draw(2) === 0;
        return { schema: { type: 'boolean' }, value, expected: value };
      }
      case 'any':
        return {
          schema: { type: 'object', additionalProperties: true },
          value: { given: number },
          expected: { given: number },
        };
      case 'record':
        return object(field.of ?? {});
      case 'list': {
        const items = [object(field.of ?? {}), null];
        const one = items[0] as Written;
        return {
          schema: { type: 'array', items: one.schema },
          value: [one.value],
          expected: { items: [one.expected], sent: 1 },
        };
      }
      case 'result': {
        const kind = (ANSWERS.call as AnswerWords).kinds.completed as { fields: Fields };
        const one = object(kind.fields, { name: spell('kind'), value: 'completed' });
        return { ...one, expected: { kind: 'completed', ...(one.expected as object) } };
      }
    }
  }

  /** An object with these fields, each under one of its names; a name that another field may be meant by is not taken. */
  function object(fields: Fields, label?: { name: string; value: string }): Written {
    const properties: Record<string, unknown> = {};
    const value: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    const needed: string[] = [];
    const taken = new Set<string>();
    if (label !== undefined) {
      properties[label.name] = { type: 'string', enum: [label.value] };
      value[label.name] = label.value;
      taken.add(fold(label.name));
    }
    for (const [name, field] of Object.entries(fields)) {
      if (field.needed !== true && draw(3) === 0) continue;
      const own = field.own === true ? ['id', 'ref'] : [];
      const others = Object.entries(fields)
        .filter(([other]) => other !== name)
        .flatMap(([, { words }]) => words.map(fold));
      const free = [...field.words, ...own].filter(
        (word) => !taken.has(fold(word)) && !others.includes(fold(word)),
      );
      if (free.length === 0) continue;
      const word = spell(pick(draw, free));
      const { beside = {}, ...member } = written(word, field);
      taken.add(fold(word));
      properties[word] = field.needed === true ? member.schema : maybeNull(member.schema);
      value[word] = member.value;
      expected[name] = member.expected;
      if (field.needed === true) needed.push(word);
      for (const [at, one] of Object.entries(beside)) {
        properties[at] = one.schema;
        value[at] = one.value;
      }
    }
    return {
      schema: reached({ type: 'object', properties, ...(draw(2) === 0 ? { required: needed } : {}) }),
      value,
      expected,
    };
  }

  const wrapper =
    draw(2) === 0
      ? []
      : Array.from({ length: 1 + draw(2) }, () =>
          spell(pick(draw, ['data', 'result', 'response', 'payload', 'envelope', 'attributes', 'answer'])),
        );
  const uniqueWrapper = [...new Set(wrapper)];

  function answer(role: AnswerRole): {
    schema: unknown;
    answers: { kind: string; value: unknown; expected: Record<string, unknown> }[];
  } {
    const { kindWords, kinds }: AnswerWords = ANSWERS[role];
    const hasLabel = kindWords.length > 0;
    const word = spell(
      pick(draw, kindWords.length > 0 ? kindWords.filter((one) => one !== 'result') : ['kind']),
    );
    const isLabelTaken = Object.values(kinds).some(({ fields }) =>
      Object.values(fields).some(({ words }) => words.map(fold).includes(fold(word))),
    );
    const name = isLabelTaken ? spell('kind') : word;
    const used = new Set<string>();
    const forms = Object.entries(kinds).map(([kind, { words, fields }]) => {
      const free = words.filter((one) => !used.has(one));
      const value = free.length === 0 ? kind : pick(draw, free);
      for (const one of words) used.add(one);
      return { kind, ...object(fields, hasLabel ? { name, value } : undefined), label: value };
    });
    const choices = forms.map(({ schema }) => schema);
    let schema: unknown = choices.length === 1 ? choices[0] : { [pick(draw, ['oneOf', 'anyOf'])]: choices };
    for (const outer of uniqueWrapper)
      schema = {
        type: 'object',
        properties: { [outer]: schema, ok: { const: true }, traceId: { type: 'string' } },
      };
    const wrapped = (value: unknown) =>
      uniqueWrapper.reduce((inner, outer) => ({ ok: true, traceId: 'x', [outer]: inner }), value);
    return {
      schema,
      answers: forms.map(({ kind, value, expected }) => ({
        kind,
        value: wrapped(value),
        expected: expected as Record<string, unknown>,
      })),
    };
  }
  return { answer, schemas };
}

const ROLES = (Object.keys(ANSWERS) as AnswerRole[]).filter((role) => role !== 'failure');

/** A drawn service with the map of one role's answers; what it sends for each kind. */
function drawn(role: AnswerRole, numbers: Iterator<number>) {
  const { answer, schemas } = service((below) => (numbers.next().value as number) % below);
  const { schema, answers } = answer(role);
  const made = answerMapOf(role, [schema], { components: { schemas } });
  if (!made.ok) throw new Error(`${made.why}\n${JSON.stringify({ schema, schemas })}`);
  return { map: made.map, answers };
}

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Every copy of an answer in which one member is missing, null or of another type. */
function* broken(value: unknown, whole: unknown = value, at: readonly string[] = []): Generator<unknown> {
  if (!isMembers(value)) return;
  for (const name of Object.keys(value)) {
    const path = [...at, name];
    const one = value[name];
    yield without(whole, path);
    for (const other of [null, isMembers(one) ? 7 : { value: one }, [one]]) yield without(whole, path, other);
    yield* broken(one, whole, path);
  }
}

/** A copy without the member at `path`, or with `other` in its place. */
function without(whole: unknown, path: readonly string[], other?: unknown): unknown {
  const copy = structuredClone(whole);
  const holder = path.slice(0, -1).reduce((inner, name) => (inner as Members)[name], copy) as Members;
  const last = path.at(-1) ?? '';
  if (other === undefined) delete holder[last];
  else holder[last] = other;
  return copy;
}

/** Whether a broken answer was read as something that the service did not say. */
function isInvented(read: unknown, expected: unknown): boolean {
  if (read === null || read === undefined || read === expected) return false;
  if (Array.isArray(expected) && Array.isArray(read))
    return expected.every(isMembers)
      ? !read.every((one) => expected.some((other) => !isInvented(one, other)))
      : read.join(' ') !== expected.join(' ');
  if (!isMembers(expected)) return true;
  // What may be anything is passed on as it came.
  if ('given' in expected) return false;
  if (!isMembers(read)) return true;
  return (
    read.kind !== 'unreadable' && Object.keys(expected).some((name) => isInvented(read[name], expected[name]))
  );
}

describe('a service that declares what it sends', () => {
  it.each(ROLES)('is read in full, whatever it calls things: %s', (role) => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const { map, answers } = drawn(role, numbers);
        for (const { kind, value, expected } of answers)
          expect(readAnswer(role, { body: value, map })).toMatchObject({ kind, ...expected });
      }),
      { numRuns: propertyRuns(100, 3_000) },
    );
  });

  it.each(ROLES)('invents nothing when its answer breaks its declaration in one member: %s', (role) => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const { map, answers } = drawn(role, numbers);
        for (const { kind, value, expected } of answers)
          for (const body of broken(value)) {
            const read = readAnswer(role, { body, map });
            if (read.kind === 'unreadable') continue;
            expect(read.kind).toBe(kind);
            expect(isInvented(read, expected), JSON.stringify({ body, read, expected })).toBe(false);
          }
      }),
      { numRuns: propertyRuns(10, 300) },
    );
  });
});

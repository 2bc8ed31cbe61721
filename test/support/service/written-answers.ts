/**
 * A service that nobody here wrote: every member of every answer under one of the names that the vocabulary has for it, in
 * any spelling, in either form of an amount and a time, behind references, parts and wrappers. It declares what it sends.
 */

import { type Amount, decimalText } from '#shared/money.ts';
import { fold } from '../../../electron/marketplace/answers/fold.ts';
import {
  ANSWERS,
  type AnswerField,
  type AnswerRole,
  type AnswerWords,
  type Fields,
} from '../../../electron/marketplace/service/vocabulary.ts';

/** A number from 0 up to but not including `below`. */
export type Draw = (below: number) => number;
type Members = Record<string, unknown>;

/** What is declared of a value, and how it is sent. Values are as the reader of answers gives them. */
type Writing = {
  schema: unknown;
  /** Some value of it, with every field that is declared. */
  sample: () => unknown;
  write: (value: unknown) => unknown;
  /** The members beside it that it needs, by name. */
  beside?: Readonly<Record<string, Writing>>;
};
type RecordWriting = Omit<Writing, 'sample' | 'write'> & {
  sample: () => Members;
  write: (value: unknown) => Members;
};

export type WrittenAnswers = {
  answer: (role: AnswerRole) => {
    schema: unknown;
    samples: Members[];
    /** @param beside members that are declared nowhere */
    write: (answer: unknown, beside?: Members) => unknown;
  };
  /** What references in its schemas lead to. */
  schemas: Members;
  /** Names without which what holds them means nothing. */
  needed: ReadonlySet<string>;
  spell: (name: string) => string;
};

export const pick = <One>(draw: Draw, all: readonly One[]): One => all[draw(all.length)] as One;

const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
  (name) => name.replace(/Ref$/, 'Reference').replace(/Id$/, 'Identifier'),
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
];
const AMOUNTS = {
  units: ['units', 'exponent', 'currency'],
  scale: ['unscaledValue', 'scale', 'currencyCode'],
} as const;
const TEXT = { type: 'string' };
const WRAPPERS = ['data', 'result', 'response', 'payload', 'envelope', 'attributes', 'answer'];

const object = (properties: Members): Members & { properties: Members } => ({ type: 'object', properties });

/** @param isWhole whether it declares every field, and references that are texts, as a service that is used has to */
export function writtenAnswers(draw: Draw, isWhole = false): WrittenAnswers {
  const spell = pick(draw, SPELLINGS);
  const amounts = pick(draw, ['units', 'scale', 'decimal', 'beside'] as const);
  const instants = pick(draw, ['ms', 'rfc'] as const);
  const nulls = pick(draw, ['none', 'types', 'anyOf', 'nullable'] as const);
  const reach = pick(draw, ['inline', 'reference', 'chain', 'allOf'] as const);
  const sendsNulls = nulls !== 'none' && draw(2) === 1;
  const schemas: Members = {};
  const neededNames = new Set<string>();
  let number = 0;

  const named = (schema: unknown): unknown => {
    const name = `S${Object.keys(schemas).length + 1}`;
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };
  /** A schema as this service reaches it. */
  const reached = (schema: Members & { properties: Members }): unknown => {
    if (reach === 'inline') return schema;
    if (reach === 'reference') return named(schema);
    if (reach === 'chain') return named(named(named(schema)));
    const { properties, ...rest } = schema;
    const all = Object.entries(properties);
    const middle = Math.floor(all.length / 2);
    const halves = [all.slice(0, middle), all.slice(middle)];
    return { ...rest, allOf: halves.map((half) => named(object(Object.fromEntries(half)))) };
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

  function amount(name: string): Writing {
    const sample = (): Amount => ({ currency: 'EUR', units: String(1_000 + ++number), exponent: 2 });
    if (amounts === 'beside')
      return {
        sample,
        schema: TEXT,
        write: (value) => decimalText(value as Amount),
        beside: {
          [spell(`${name}Currency`)]: { sample, schema: TEXT, write: (value) => (value as Amount).currency },
        },
      };
    const [units, exponent, currency] = AMOUNTS[amounts === 'scale' ? 'scale' : 'units'].map(spell) as [
      string,
      string,
      string,
    ];
    for (const one of amounts === 'decimal' ? ['amount', 'currency'].map(spell) : [units, exponent, currency])
      neededNames.add(one);
    if (amounts === 'decimal')
      return {
        sample,
        schema: reached(object({ [spell('amount')]: TEXT, [spell('currency')]: TEXT })),
        write: (value) => ({
          [spell('amount')]: decimalText(value as Amount),
          [spell('currency')]: (value as Amount).currency,
        }),
      };
    return {
      sample,
      schema: reached(object({ [units]: TEXT, [exponent]: { type: 'integer' }, [currency]: TEXT })),
      write: (value) => {
        const exact = value as Amount;
        return { [units]: exact.units, [exponent]: exact.exponent, [currency]: exact.currency };
      },
    };
  }

  const plain = (schema: unknown, sample: () => unknown): Writing => ({
    schema,
    sample,
    write: (value) => value,
  });

  function writing(name: string, field: AnswerField): Writing {
    switch (field.type) {
      case 'amount':
        return amount(name);
      case 'reference':
        return !isWhole && draw(4) === 0
          ? { schema: { type: 'integer' }, sample: () => String(++number), write: Number }
          : plain(TEXT, () => `r${++number}`);
      case 'text':
        return plain(TEXT, () => `t${++number}`);
      case 'texts': {
        const sample = () => ['a', `b${++number}`];
        return draw(2) === 0
          ? plain({ type: 'array', items: TEXT }, sample)
          : { schema: TEXT, sample, write: (value) => (value as string[]).join(' ') };
      }
      case 'instant': {
        const sample = () => Date.UTC(2027, 1, 1) + ++number * 1_000;
        return instants === 'ms'
          ? plain({ type: 'integer', format: 'int64' }, sample)
          : {
              sample,
              schema: { type: 'string', format: 'date-time' },
              write: (value) => new Date(value as number).toISOString(),
            };
      }
      case 'integer':
      case 'number':
        return plain({ type: field.type }, () => ++number);
      case 'flag':
        return plain({ type: 'boolean' }, () => ++number % 2 === 0);
      case 'any':
        return plain({ type: 'object', additionalProperties: true }, () => ({ given: ++number }));
      case 'record':
        return record(field.of ?? {});
      case 'list': {
        const one = record(field.of ?? {});
        return {
          schema: { type: 'array', items: one.schema },
          sample: () => ({ items: [one.sample()], sent: 1 }),
          write: (value) => (value as { items: unknown[] }).items.map(one.write),
        };
      }
      case 'result': {
        const { schema, forms, write } = oneOf(ANSWERS.call);
        return { schema, write, sample: () => forms.find(({ kind }) => kind === 'completed')?.sample() };
      }
    }
  }

  /** An object with these fields, each under one of its names; a name that another field may be meant by is not taken. */
  function record(fields: Fields, label?: { name: string; value: string }): RecordWriting {
    const properties: Members = {};
    const written: { name: string; word: string; one: Writing }[] = [];
    const needed: string[] = [];
    const taken = new Set<string>();
    if (label !== undefined) {
      properties[label.name] = { type: 'string', enum: [label.value] };
      taken.add(fold(label.name));
    }
    for (const [name, field] of Object.entries(fields)) {
      if (field.needed !== true && !isWhole && draw(3) === 0) continue;
      const own = field.own === true ? ['id', 'ref'] : [];
      const others = Object.entries(fields)
        .filter(([other]) => other !== name)
        .flatMap(([, { words }]) => words.map(fold));
      const free = [...field.words, ...own].filter(
        (word) => !taken.has(fold(word)) && !others.includes(fold(word)),
      );
      if (free.length === 0) continue;
      const word = spell(pick(draw, free));
      const one = writing(word, field);
      taken.add(fold(word));
      properties[word] = field.needed === true ? one.schema : maybeNull(one.schema);
      if (field.needed === true) needed.push(word);
      written.push({ name, word, one });
      for (const [at, { schema }] of Object.entries(one.beside ?? {})) properties[at] = schema;
    }
    for (const word of [...needed, ...(label === undefined ? [] : [label.name])]) neededNames.add(word);
    const required = draw(2) === 0 ? { required: needed } : {};
    return {
      schema: reached({ ...object(properties), ...required }),
      sample: () => Object.fromEntries(written.map(({ name, one }) => [name, one.sample()])),
      write: (value) => {
        const sent: Members = label === undefined ? {} : { [label.name]: label.value };
        for (const { name, word, one } of written) {
          const of = (value as Members)[name];
          if (of === null || of === undefined) {
            if (sendsNulls && !needed.includes(word)) sent[word] = null;
            continue;
          }
          sent[word] = one.write(of);
          for (const [at, beside] of Object.entries(one.beside ?? {})) sent[at] = beside.write(of);
        }
        return sent;
      },
    };
  }

  /** Any kind of an answer, told by a value of its discriminator. */
  function oneOf({ kindWords, kinds }: AnswerWords) {
    const hasLabel = kindWords.length > 0;
    const word = pick(draw, hasLabel ? kindWords.filter((one) => one !== 'result') : ['kind']);
    const isTaken = Object.values(kinds).some(({ fields }) =>
      Object.values(fields).some(({ words }) => words.map(fold).includes(fold(word))),
    );
    const name = spell(isTaken ? 'kind' : word);
    const used = new Set<string>();
    const forms = Object.entries(kinds).map(([kind, { words, fields }]) => {
      const free = words.filter((one) => !used.has(one));
      const value = free.length === 0 ? kind : pick(draw, free);
      for (const one of words) used.add(one);
      const form = record(fields, hasLabel ? { name, value } : undefined);
      return { ...form, kind, sample: (): Members => ({ ...form.sample(), kind }) };
    });
    const choices = forms.map(({ schema }) => schema);
    return {
      forms,
      schema: choices.length === 1 ? (choices[0] as Members) : { [pick(draw, ['oneOf', 'anyOf'])]: choices },
      write: (answer: unknown): unknown =>
        forms.find(({ kind }) => kind === (answer as Members).kind)?.write(answer),
    };
  }

  const around = draw(2) === 0 ? [] : Array.from({ length: 1 + draw(2) }, () => spell(pick(draw, WRAPPERS)));
  const wrappers = [...new Set(around)];
  for (const wrapper of wrappers) neededNames.add(wrapper);

  return {
    schemas,
    needed: neededNames,
    spell,
    answer: (role) => {
      const { schema, forms, write } = oneOf(ANSWERS[role]);
      return {
        schema: wrappers.reduce(
          (inner, outer) => object({ [outer]: inner, ok: { const: true }, traceId: TEXT }),
          schema,
        ),
        samples: forms.map((form) => form.sample()),
        write: (answer, beside = {}) =>
          wrappers.reduce<unknown>((inner, outer) => ({ ok: true, traceId: 'x', [outer]: inner }), {
            ...(write(answer) as Members),
            ...beside,
          }),
      };
    },
  };
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Every copy of an answer in which one member is missing, null or of another type. */
export function* broken(
  value: unknown,
  whole: unknown = value,
  at: readonly string[] = [],
): Generator<unknown> {
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

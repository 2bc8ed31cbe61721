/**
 * How the state of a screen is written in its address: each member under its own name, a text as it is and anything else
 * as JSON; a member that has its default is left out, and an empty value says that it has none.
 */
import type { z } from 'zod';
import { isObject } from '#shared/json.ts';

export type Address<Schema extends z.ZodObject> = {
  /** The state of an address; what cannot be read has its default. @param search with or without its `?` */
  read(search: string): z.output<Schema>;
  /** The parts that could not be read and were left out, in the order of the address. */
  unread(search: string): string[];
  /** Path and search of a state; absent members have their default. */
  path(state: z.input<Schema>): string;
};

/** @param schema of the screen's state; every member has a default or is optional */
export function addressOf<Schema extends z.ZodObject>(path: string, schema: Schema): Address<Schema> {
  const defaults: Record<string, unknown> = schema.parse({});
  const decode = (search: string) => {
    const read: Record<string, unknown> = {};
    const unread: string[] = [];
    for (const [name, text] of new URLSearchParams(search)) {
      const member = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
      const lost: string[] = [];
      const value = member && !Object.hasOwn(read, name) ? decoded(member, text, name, lost) : undefined;
      if (value === undefined) unread.push(shortened(`${name}=${text}`));
      else [read[name]] = value;
      unread.push(...lost);
    }
    return { state: { ...defaults, ...read } as z.output<Schema>, unread };
  };
  return {
    read: (search) => decode(search).state,
    unread: (search) => decode(search).unread,
    path(state) {
      const params = new URLSearchParams();
      const given: Record<string, unknown> = state;
      for (const name of Object.keys(schema.shape)) {
        if (!Object.hasOwn(given, name) || json(given[name]) === json(defaults[name])) continue;
        const value = given[name] ?? '';
        params.set(name, typeof value === 'string' ? value : json(value));
      }
      return params.size === 0 ? path : `${path}?${params}`;
    },
  };
}

const json = (value: unknown): string => JSON.stringify(value) ?? '';

const LONGEST = 60;
const shortened = (part: string): string => (part.length > LONGEST ? `${part.slice(0, LONGEST)}…` : part);

/** The value of a text, alone in a list; undefined where it cannot be read. */
function decoded(member: z.ZodType, text: string, name: string, lost: string[]): [unknown] | undefined {
  const inner = 'removeDefault' in member ? (member as z.ZodDefault<z.ZodType>).removeDefault() : member;
  for (const plain of text === '' ? [undefined, null, text] : [text]) {
    const read = inner.safeParse(plain);
    if (read.success) return [read.data];
  }
  try {
    return salvaged(inner, JSON.parse(text), name, lost);
  } catch {
    return undefined; // no JSON, for example cut short
  }
}

/** What a schema accepts of a value: parts that do not fit are left out one by one, and `lost` receives their paths. */
function salvaged(schema: z.ZodType, value: unknown, name: string, lost: string[]): [unknown] | undefined {
  const left: string[] = [];
  for (;;) {
    const read = schema.safeParse(value);
    if (read.success) {
      lost.push(...left.filter((path) => !left.some((other) => path.startsWith(`${other}.`))));
      lost.push(...dropped(value, read.data, name));
      return [read.data];
    }
    const count = left.length;
    // From the end, so that the places of a list stay right.
    for (const issue of read.error.issues.toReversed()) {
      const whole = issue.code === 'too_big' ? [...issue.path, Number(issue.maximum)] : issue.path;
      // What lacks something that it needs is left out itself.
      const paths = whole.map((_, steps) => whole.slice(0, whole.length - steps));
      const path = paths.find((each) => remove(value, each));
      if (path !== undefined) left.push([name, ...path].join('.'));
    }
    if (left.length === count) return undefined;
  }
}

/** Removes the part at a path; returns whether there was one. */
function remove(value: unknown, path: readonly PropertyKey[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
    return false;
  if (rest.length > 0) return remove(Reflect.get(value, key), rest);
  return Array.isArray(value) ? value.splice(Number(key), 1).length > 0 : Reflect.deleteProperty(value, key);
}

/** The paths of members that a schema does not know. */
function dropped(given: unknown, read: unknown, path: string): string[] {
  if (Array.isArray(given) && Array.isArray(read))
    return given.flatMap((each, place) => dropped(each, read[place], `${path}.${place}`));
  if (!isObject(given) || !isObject(read)) return [];
  return Object.keys(given).flatMap((key) =>
    Object.hasOwn(read, key) ? dropped(given[key], read[key], `${path}.${key}`) : [`${path}.${key}`],
  );
}

/**
 * How the state of a screen is written in its address: each member under its own name, a text as it is and anything else
 * as JSON; a member that has its default is left out, and an empty value says that it has none.
 */
import type { z } from 'zod';

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
      const value = member && !Object.hasOwn(read, name) ? decoded(member, text) : undefined;
      if (value === undefined) unread.push(shortened(`${name}=${text}`));
      else [read[name]] = value;
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
function decoded(member: z.ZodType, text: string): [unknown] | undefined {
  const inner = 'removeDefault' in member ? (member as z.ZodDefault<z.ZodType>).removeDefault() : member;
  for (const plain of text === '' ? [undefined, null, text] : [text, ...parsed(text)]) {
    const read = inner.safeParse(plain);
    if (read.success) return [read.data];
  }
  return undefined;
}

/** Nothing of what is no JSON, for example cut short. */
function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/**
 * The codecs for the address of a screen. Each screen has one table of them, with a codec for each member of its state.
 * Reading the address, writing it and reporting what could not be read all derive from that table.
 */
import type { UnreadPart } from '../ui/unread-address.tsx';

/** A parameter of an address. */
type Named = {
  /** Whether a value can be read. */
  reads: (value: string) => boolean;
  /** What is shown instead where it cannot, as the end of a sentence. */
  instead: string;
  /** How often it may occur; once by default. */
  times?: number;
};

export type Codec<Value> = {
  /** The parameters of the address. */
  names: Readonly<Record<string, Named>>;
  read(params: URLSearchParams): Value;
  /** Adds its parameters; none where the value is the default. */
  write(value: Value, params: URLSearchParams): void;
  /** What was left out of a value that could be read in part. */
  leftOut?(params: URLSearchParams): UnreadPart[];
};

type OneOptions<Value> = {
  /** Undefined where the text cannot be read. */
  parse: (text: string) => Value | undefined;
  /** Null leaves the parameter out. Default: the value as text unless it equals `otherwise`. */
  write?: (value: Value) => string | null;
  otherwise: Value;
  instead: string;
  /** Whether all of a text was read, where part of it may be. */
  reads?: (text: string) => boolean;
};

/** One value under one name. */
export function one<Value>(name: string, options: OneOptions<Value>): Codec<Value> {
  const { parse, otherwise, instead, reads = (text) => parse(text) !== undefined } = options;
  const write = options.write ?? ((value) => (value === otherwise ? null : String(value)));
  return {
    names: { [name]: { reads, instead } },
    read(params) {
      const text = params.get(name);
      return text === null ? otherwise : (parse(text) ?? otherwise);
    },
    write(value, params) {
      const text = write(value);
      if (text !== null) params.set(name, text);
    },
  };
}

type ManyOptions<Value> = {
  parse: (text: string) => Value | undefined;
  instead: string;
  times?: number;
  reads?: (text: string) => boolean;
};

/** Any number of values, each under the same name. */
export function many<Value extends string | number>(
  name: string,
  { parse, instead, times = Number.POSITIVE_INFINITY, reads }: ManyOptions<Value>,
): Codec<Value[]> {
  return {
    names: { [name]: { reads: reads ?? ((text) => parse(text) !== undefined), instead, times } },
    read: (params) => params.getAll(name).flatMap((text) => parse(text) ?? []),
    write(values, params) {
      for (const value of values) params.append(name, String(value));
    },
  };
}

/** A text unchanged. */
export const asIs = (text: string): string => text;

export const text = (name: string, instead: string): Codec<string> =>
  one(name, { parse: asIs, otherwise: '', instead });

export const textOrNull = (name: string, instead: string): Codec<string | null> =>
  one<string | null>(name, { parse: asIs, write: (value) => value || null, otherwise: null, instead });

/** One of a few words. */
export const choice = <Value extends string>(
  name: string,
  values: readonly Value[],
  otherwise: Value,
  instead: string,
): Codec<Value> => one(name, { parse: (word) => values.find((value) => value === word), otherwise, instead });

/** One of a few words, or none. */
export const choiceOrNull = <Value extends string>(
  name: string,
  values: readonly Value[],
  instead: string,
): Codec<Value | null> =>
  one<Value | null>(name, {
    parse: (word) => values.find((value) => value === word),
    otherwise: null,
    instead,
  });

export const yesNo = (word: string): boolean | undefined =>
  word === '1' ? true : word === '0' ? false : undefined;

/** A flag: `on` means true; `off`, or an absent parameter, means false. */
export const flag = (name: string, instead: string, on = '1', off = '0'): Codec<boolean> =>
  one(name, {
    parse: (word) => (word === on ? true : word === off ? false : undefined),
    write: (value) => (value ? on : null),
    otherwise: false,
    instead,
  });

/** JSON from an address; undefined where it is invalid, for example cut short. */
export function parsed(json: string | null): unknown {
  if (json === null) return undefined;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object from an address; null where the text is not one. */
export function objectOf(json: string): Record<string, unknown> | null {
  const given = parsed(json);
  return isObject(given) ? { ...given } : null;
}

/** The members of an object that reading it left out. */
export function membersLeftOut(given: unknown, read: object): string[] {
  if (typeof given !== 'object' || given === null) return [];
  return Object.keys(given).filter((name) => !Object.hasOwn(read, name));
}

/** A codec for each member of a screen's state, in the order of the address. */
export type Table<Shown> = { readonly [Member in keyof Shown]-?: Codec<Shown[Member]> };

export type Codecs<Shown> = Codec<Shown> & {
  /**
   * What could not be read of an address, in its order, and what is shown instead. Pure. @param search with or without
   * `?`
   */
  unread(search: string): UnreadPart[];
  /** The path with the search part for this state. */
  path(path: string, shown: Shown): string;
};

/** One codec from many: reads, writes and reports what could not be read, by a table of the members. */
export function codecs<Shown extends object>(table: Table<Shown>): Codecs<Shown> {
  const members = Object.keys(table) as (keyof Shown)[];
  const all: readonly Codec<never>[] = members.map((member) => table[member] as Codec<never>);
  const names = Object.assign({}, ...all.map((codec) => codec.names)) as Codec<Shown>['names'];
  const whole: Codec<Shown> = {
    names,
    read: (params) =>
      Object.fromEntries(members.map((member) => [member, table[member].read(params)])) as Shown,
    write(shown, params) {
      for (const member of members) table[member].write(shown[member], params);
    },
    leftOut: (params) => all.flatMap((codec) => codec.leftOut?.(params) ?? []),
  };
  return {
    ...whole,
    unread(search) {
      const params = new URLSearchParams(search);
      return [...unreadParts(params, names), ...(whole.leftOut?.(params) ?? [])];
    },
    path(path, shown) {
      const params = new URLSearchParams();
      whole.write(shown, params);
      return params.size === 0 ? path : `${path}?${params}`;
    },
  };
}

const LONGEST = 60;
const shortened = (part: string): string => (part.length > LONGEST ? `${part.slice(0, LONGEST)}…` : part);

function unreadParts(params: URLSearchParams, names: Readonly<Record<string, Named>>): UnreadPart[] {
  const seen = new Map<string, number>();
  return [...params].flatMap(([name, value]) => {
    const unread = { part: shortened(`${name}=${value}`) };
    const named = Object.hasOwn(names, name) ? names[name] : undefined;
    if (named === undefined)
      return { ...unread, instead: 'this screen knows nothing of that name, and leaves it out' };
    const { times = 1 } = named;
    const time = (seen.get(name) ?? 0) + 1;
    seen.set(name, time);
    if (time > times)
      return {
        ...unread,
        instead: times === 1 ? 'the first of that name counts' : `the first ${times} of that name count`,
      };
    return named.reads(value) ? [] : { ...unread, instead: named.instead };
  });
}

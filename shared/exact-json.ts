/** JSON as it was written, as far as a value can hold it: no identifier is rounded, and no member is dropped. */

import { deeperThan } from './deeper-than.ts';

/** A member that stands more than once in one object: its name, and the names of the members around it. */
export type RepeatedMember = { name: string; within: readonly string[] };

/** How many members the objects of a value from `JSON.parse` have. */
function countMembers(root: unknown): number {
  let count = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else
      for (const name of Object.keys(value)) {
        count += 1;
        open.push((value as Record<string, unknown>)[name]);
      }
  }
  return count;
}

type Name = { name: string; start: number; end: number };
type Frame = { isObject: boolean; around: string | null; names: Name[]; awaitsName: boolean };

/**
 * JSON text in which every member is kept: `JSON.parse` drops all but the last of one name, so the earlier ones are
 * renamed to `usage (1)`. To be called for valid JSON.
 */
function withRepeatedMembers(text: string): { text: string; repeated: RepeatedMember[] } {
  const frames: Frame[] = [];
  const renamed: (Name & { as: string })[] = [];
  const repeated: RepeatedMember[] = [];
  const close = (frame: Frame): void => {
    const within = [...frames, frame].flatMap(({ around }) => around ?? []);
    const taken = new Set(frame.names.map(({ name }) => name));
    for (const [name, all] of Map.groupBy(frame.names, (one) => one.name)) {
      if (all.length < 2) continue;
      repeated.push({ name, within });
      let number = 0;
      for (const earlier of all.slice(0, -1)) {
        do number += 1;
        while (taken.has(`${name} (${number})`));
        renamed.push({ ...earlier, as: `${name} (${number})` });
      }
    }
  };
  /** The member whose value begins next. */
  let around: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    const frame = frames.at(-1);
    if (sign === '"') {
      const start = at;
      for (at += 1; text[at] !== '"'; at++) if (text[at] === '\\') at += 1;
      if (frame?.isObject === true && frame.awaitsName) {
        const name = String(JSON.parse(text.slice(start, at + 1)));
        frame.names.push({ name, start, end: at + 1 });
        frame.awaitsName = false;
        around = name;
      }
    } else if (sign === '{' || sign === '[') {
      frames.push({ isObject: sign === '{', around, names: [], awaitsName: sign === '{' });
      around = null;
    } else if (sign === '}' || sign === ']') {
      const ended = frames.pop();
      if (ended !== undefined) close(ended);
    } else if (sign === ',' && frame !== undefined) {
      frame.awaitsName = frame.isObject;
      around = null;
    }
  }
  let [result, from] = ['', 0];
  for (const { start, end, as } of renamed.sort((a, b) => a.start - b.start)) {
    result += text.slice(from, start) + JSON.stringify(as);
    from = end;
  }
  return { text: result + text.slice(from), repeated };
}

/** Names of values that are sent back to the service or identify a record. */
const REFERENCE = /(?:id|ref|reference|key|cursor|token)$/i;
const ROUNDED = new RegExp(`"[^"\\\\]{0,60}${REFERENCE.source.slice(0, -1)}"\\s*:\\s*-?\\d{16}`, 'i');

/**
 * The source text of a reference that is too large an integer for a number: rounded, it would identify something
 * else.
 */
const exactReference = (name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && REFERENCE.test(name) && /^-?\d+$/.test(source)
    ? source
    : value;

const read = (json: string): unknown =>
  ROUNDED.test(json) ? JSON.parse(json, exactReference) : JSON.parse(json);

/**
 * Parses JSON; throws where it is none. Of several members of one name the last has it; the earlier ones are called
 * `usage (1)`, `usage (2)`, …
 * @param names how many members the text has, where that is known: most texts repeat none
 */
export function exactJson(
  text: string,
  names?: number,
): { value: unknown; repeated?: readonly RepeatedMember[] } {
  const value = read(text);
  if (countMembers(value) === names) return { value };
  const every = withRepeatedMembers(text);
  return every.repeated.length === 0 ? { value } : { value: read(every.text), repeated: every.repeated };
}

/** Deeper values can be neither drawn nor walked through. */
const DEEPEST = 200;

/** A text's value; the text itself where it is no JSON, or nests too deep to be shown. */
export function jsonOrText(text: string): unknown {
  try {
    return deeperThan(JSON.parse(text), DEEPEST) ? text : exactJson(text).value;
  } catch {
    return text;
  }
}

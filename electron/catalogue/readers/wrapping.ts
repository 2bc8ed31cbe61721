import type { AnswerRead } from '#shared/catalogue/absence.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { list, member, membersOf, text } from '../../marketplace/answers/reading.ts';
import { WRAPPINGS } from '../../marketplace/answers/shape.ts';

/** What an answer says, where that may stand within another one: `{"status": "success", "data": {…}}`. */
export type Unwrapped = { body: unknown; isWrapped: boolean };

const DEEPEST = 3;
const MOST_NAMES = 200;

/** What an answer shows of absence: none where it stands within another one, which may say anything of it in any words. */
export const provingNothingWithin = (isWrapped: boolean, read: AnswerRead): AnswerRead =>
  isWrapped ? { ...read, shortfall: read.shortfall ?? 'the answer stands within another one' } : read;

/**
 * The answer that `isAnswer` knows, or the body as it is where it holds none. What stands beside it in its wrapping is
 * read with it.
 */
export function unwrapped(body: unknown, isAnswer: (value: unknown) => boolean, depth = 0): Unwrapped {
  const outer = membersOf(body);
  if (outer === null || depth > DEEPEST || isAnswer(body)) return { body, isWrapped: false };
  const names = Object.keys(outer)
    .slice(0, MOST_NAMES)
    .filter(
      (name) => WRAPPINGS.includes(fold(name)) && typeof outer[name] === 'object' && outer[name] !== null,
    );
  const [name] = names;
  if (name === undefined || names.length > 1) return { body, isWrapped: false };
  const value = outer[name];
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const inner = unwrapped(only, isAnswer, depth + 1).body;
  if (!isAnswer(inner)) return { body, isWrapped: false };
  const { [name]: _, ...beside } = outer;
  return { body: { ...beside, ...membersOf(inner) }, isWrapped: true };
}

/** Whether this is a Tool, and not a mere reference to one. */
const isTool = (value: unknown): boolean =>
  text(member(value, 'toolRef')) !== null &&
  ['title', 'inputJsonSchema', 'inputSchema'].some((name) => member(value, name) !== undefined);

/** A list of Tools that stands where a wrapping would, or that is the answer itself; null where there is none. */
export function bareListIn(body: unknown): readonly unknown[] | null {
  const lists = [body, ...WRAPPINGS.map((name) => member(body, name))].filter((one) =>
    list(one).some(isTool),
  );
  return lists.length === 1 ? list(lists[0]) : null;
}

/** What an answer describes: its Tool, or the answer itself where that is one. */
export const toolIn = (body: unknown): unknown => member(body, 'tool') ?? (isTool(body) ? body : undefined);

import type { AnswerRead } from '#shared/catalogue/absence.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { list, member, membersOf, text } from '../../marketplace/answers/reading.ts';
import { WRAPPINGS } from '../../marketplace/answers/shape.ts';
import { toolRefIn } from './tool-reading.ts';

/** An answer without its wrapper: `{"status": "success", "data": {…}}`. */
export type Unwrapped = { body: unknown; isWrapped: boolean };

const DEEPEST = 3;
const MAX_NAMES = 200;

/** Lets a wrapped answer prove no absence, since its wrapper may qualify it in any way. */
export const withoutProofIfWrapped = (isWrapped: boolean, read: AnswerRead): AnswerRead =>
  isWrapped ? { ...read, shortfall: read.shortfall ?? 'the answer stands within another one' } : read;

/** The wrapped answer that `isAnswer` accepts, with its wrapper's other members; the body itself if there is none. */
export function unwrapped(body: unknown, isAnswer: (value: unknown) => boolean, depth = 0): Unwrapped {
  const outer = membersOf(body);
  if (outer === null || depth > DEEPEST || isAnswer(body)) return { body, isWrapped: false };
  const names = Object.keys(outer)
    .slice(0, MAX_NAMES)
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

/** Whether this is a Tool, not only a reference to one. */
const isTool = (value: unknown): boolean =>
  toolRefIn(value) !== null &&
  (text(member(value, 'toolRef')) === null ||
    ['title', 'inputJsonSchema', 'inputSchema'].some((name) => member(value, name) !== undefined));

/** A list of Tools that is the answer itself or stands directly under a wrapper's name; null if there is none. */
export function bareListIn(body: unknown): readonly unknown[] | null {
  const lists = [body, ...WRAPPINGS.map((name) => member(body, name))].filter((one) =>
    list(one).some(isTool),
  );
  return lists.length === 1 ? list(lists[0]) : null;
}

/** The Tool of an answer: a member, or the answer itself. */
export const toolIn = (body: unknown): unknown => member(body, 'tool') ?? (isTool(body) ? body : undefined);

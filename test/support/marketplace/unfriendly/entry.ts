import { isObject } from '#shared/json.ts';
import type { JsonObject } from '../../../../electron/demo-marketplace/http/json.ts';
import type { ControlledBehaviour } from '../controlled-behaviour.ts';

/** An answer about to be sent; `cut` ends the connection instead. */
export type OutgoingAnswer = { status: number; headers: Record<string, string>; body: unknown } | 'cut';
export type Answered = Exclude<OutgoingAnswer, 'cut'>;

/** What one unfriendliness remembers while active. */
export type Memory = Map<string, unknown>;

/** One legal but unfriendly behaviour. */
export type Unfriendliness = {
  /** Its name for activation. */
  kind: string;
  /** Its row in the table. */
  row: number;
  /** What it shows, in a sentence. */
  shows: string;
  /** Members of the behaviour that it sets. */
  behaviour?: Partial<ControlledBehaviour>;
  /** The endpoints whose answers it changes. */
  on?: readonly string[];
  /** Changes the body of a request before the operation reads it. */
  request?: (body: JsonObject, endpoint: string) => JsonObject;
  /** Answers instead of the operation, which is then not carried out; undefined lets it pass. */
  instead?: (endpoint: string, memory: Memory) => OutgoingAnswer | undefined;
  /** Changes an answer after the operation was carried out. */
  answer?: (answer: Answered, endpoint: string, memory: Memory) => OutgoingAnswer;
};

/** Changes the body of a success, where it is an object. */
export const changeBody =
  (
    change: (body: JsonObject, endpoint: string, memory: Memory) => unknown,
  ): NonNullable<Unfriendliness['answer']> =>
  (answer, endpoint, memory) =>
    answer.status === 200 && isObject(answer.body)
      ? { ...answer, body: change(answer.body, endpoint, memory) }
      : answer;

/** A copy with every object replaced by `change`, the inner ones first. */
export function mapObjects(value: unknown, change: (members: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapObjects(member, change)])),
  );
}

/** A refusal in the form of RFC 9457. */
export const refusedWith = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: JsonObject = {},
): Answered => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title: 'Refused', status, code, ...more },
});

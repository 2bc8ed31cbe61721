import { list, membersOf, texts } from '../reading.ts';
import { atPointer } from './pointer.ts';
import type { JsonSchema } from './standalone-schema.ts';

export type DeclaredMember = { name: string; required: boolean; schema: unknown };

/** Parts that contain themselves several times over would never come to an end. */
const MOST_PARTS = 2_000;

/**
 * The members that a standalone schema declares for an object: its own, those of every part of `allOf`, and those of
 * the choices of `anyOf` and `oneOf`, which count as optional.
 */
export function declaredMembers(schema: JsonSchema): DeclaredMember[] {
  const found = new Map<string, DeclaredMember>();
  let visited = 0;
  const add = (member: DeclaredMember): void => {
    const known = found.get(member.name);
    found.set(
      member.name,
      known === undefined ? member : { ...known, required: known.required || member.required },
    );
  };
  const visit = (part: unknown, surely: boolean, depth: number): void => {
    const members = membersOf(part);
    if (members === null || depth > 12 || ++visited > MOST_PARTS) return;
    const required = surely ? new Set(texts(members.required)) : new Set<string>();
    for (const [name, inner] of Object.entries(membersOf(members.properties) ?? {}))
      add({ name, required: required.has(name), schema: inner });
    if (typeof members.$ref === 'string') visit(atPointer(schema, members.$ref), surely, depth + 1);
    for (const inner of list(members.allOf)) visit(inner, surely, depth + 1);
    const choices = [...list(members.anyOf), ...list(members.oneOf)];
    for (const inner of choices) visit(inner, surely && choices.length === 1, depth + 1);
  };
  visit(schema, true, 0);
  return [...found.values()];
}

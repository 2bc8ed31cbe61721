import { sameName } from '../answers/fold.ts';
import { MEMBERS, type MemberName } from '../answers/member-names.ts';
import type { ApiOperation, ApiParameter } from './document.ts';
import { fixedValue } from './fixed-value.ts';

/** Where an operation wants a member: a parameter, or a member of its body under the operation's own name for it. */
export type MemberPlace =
  | { where: 'parameter'; parameter: ApiParameter }
  | { where: 'body'; name: string; schema: unknown };

/** Which of an operation's members the user chose for a member of the role; null for none of them. */
export type MemberMap = Readonly<Partial<Record<string, string | null>>>;

/** Headers that the transport itself sets; an operation that declares them asks nothing more of us. */
const OURS = ['authorization', 'x-ae-request-id', 'content-type', 'accept'];

export const isOurs = (parameter: ApiParameter): boolean =>
  parameter.place === 'header' && OURS.includes(parameter.name.toLowerCase());

/**
 * The place for `member`: the one that the user chose, else by its words whatever their case and separators; undefined
 * where the operation declares none.
 */
export function placeOf(
  operation: ApiOperation,
  member: MemberName,
  chosen: MemberMap = {},
): MemberPlace | undefined {
  const own = Object.hasOwn(chosen, member) ? chosen[member] : undefined;
  if (own === null) return undefined;
  if (own !== undefined) return placeNamed(operation, (name) => name === own);
  const taken = Object.values(chosen);
  for (const name of MEMBERS[member]) {
    const place = placeNamed(operation, (one) => sameName(one, name) && !taken.includes(one));
    if (place !== undefined) return place;
  }
  return undefined;
}

/**
 * Where else an operation requires a member of exactly the same name: an ID that stands in the path and in the body is
 * one and the same.
 */
export function alsoRequiredAt(operation: ApiOperation, place: MemberPlace): MemberPlace[] {
  const name = place.where === 'body' ? place.name : place.parameter.name;
  const parameters = operation.parameters.flatMap((parameter): MemberPlace[] =>
    parameter.name === name && parameter.required && !isOurs(parameter)
      ? [{ where: 'parameter', parameter }]
      : [],
  );
  const inBody = (operation.body?.members ?? []).flatMap((one): MemberPlace[] =>
    one.name === name && one.required ? [{ where: 'body', name, schema: one.schema }] : [],
  );
  return [...parameters, ...inBody].filter((other) =>
    other.where === 'body'
      ? place.where !== 'body'
      : place.where === 'body' || other.parameter !== place.parameter,
  );
}

function placeNamed(operation: ApiOperation, is: (name: string) => boolean): MemberPlace | undefined {
  const parameter = operation.parameters.find((one) => !isOurs(one) && is(one.name));
  if (parameter !== undefined) return { where: 'parameter', parameter };
  const declared = operation.body?.members.find((one) => is(one.name));
  return declared && { where: 'body', name: declared.name, schema: declared.schema };
}

/** A member that an operation requires, and the value that is left for it where there is only one. */
export type Requirement = { name: string; fixed: { value: unknown } | undefined };

/** What the operation requires beyond `members`. What has one legal value is filled in; for the rest nothing is known. */
export function requiredBeyond(
  operation: ApiOperation,
  members: readonly MemberName[],
  chosen: MemberMap = {},
): Requirement[] {
  const names = members.flatMap((member) => {
    const place = placeOf(operation, member, chosen);
    return place === undefined ? [] : [place.where === 'body' ? place.name : place.parameter.name];
  });
  return [
    ...operation.parameters.filter((one) => one.required && !isOurs(one)),
    ...(operation.body?.members.filter((one) => one.required) ?? []),
  ]
    .filter(({ name }) => !names.includes(name))
    .map(({ name, schema }) => ({ name, fixed: fixedValue(schema, operation.root) }));
}

import { sameName } from '../words.ts';
import type { ApiOperation, ApiParameter } from './document.ts';
import { MEMBERS, type MemberName } from './roles.ts';

/** Where an operation wants a member: a parameter, or a member of its body under the operation's own name for it. */
export type MemberPlace =
  | { where: 'parameter'; parameter: ApiParameter }
  | { where: 'body'; name: string; schema: unknown };

/** Headers that the transport itself sets; an operation that declares them asks nothing more of us. */
const OURS = ['authorization', 'x-ae-request-id', 'content-type', 'accept'];

export const isOurs = (parameter: ApiParameter): boolean =>
  parameter.place === 'header' && OURS.includes(parameter.name.toLowerCase());

/** The place for `member`, by its words whatever their case and separators; undefined where the operation declares none. */
export function placeOf(operation: ApiOperation, member: MemberName): MemberPlace | undefined {
  for (const name of MEMBERS[member]) {
    const parameter = operation.parameters.find((one) => !isOurs(one) && sameName(one.name, name));
    if (parameter !== undefined) return { where: 'parameter', parameter };
    const declared = operation.body?.members.find((one) => sameName(one.name, name));
    if (declared !== undefined) return { where: 'body', name: declared.name, schema: declared.schema };
  }
  return undefined;
}

/** Names of what the operation requires beyond `members`: nothing that we could send would be right for it. */
export function requiredBeyond(operation: ApiOperation, members: readonly MemberName[]): string[] {
  const names = members.flatMap((member) => {
    const place = placeOf(operation, member);
    return place === undefined ? [] : [place.where === 'body' ? place.name : place.parameter.name];
  });
  return [
    ...operation.parameters.filter((one) => one.required && !isOurs(one)),
    ...(operation.body?.members.filter((one) => one.required) ?? []),
  ]
    .map(({ name }) => name)
    .filter((name) => !names.includes(name));
}

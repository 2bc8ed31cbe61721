import { plainName } from '#shared/plain-text.ts';
import { namesCertainAct, namesPossibleAct } from '../answers/acting-names.ts';
import { fold, wordsOf } from '../answers/fold.ts';
import { label } from '../answers/reading.ts';
import type { Role } from '../http/answer.ts';
import { onlyValue } from '../service/declared-shape.ts';
import { isMemberName, MEMBERS, type MemberName } from '../service/member-names.ts';
import type { ApiOperation } from './document.ts';
import { fitness, unknownBeside } from './fitness.ts';
import {
  bodyForms,
  formFor,
  isRequiredAt,
  type MemberMap,
  type MemberPlace,
  nameOfPlace,
  OBJECTS,
  onlyValueOf,
  ownParameters,
  placeOf,
  placesIn,
  requiredBeside,
  takesTypeOf,
  WHOLE_BODY,
} from './request-members.ts';
import { ROLE_FACTS, type RoleFacts } from './roles.ts';

/** Longest request that is shown whole where the user confirms it. */
const LONGEST_CONFIRMED = 400;

/**
 * Why a role may not be bound manually to an operation, as words after "but"; null if it may. The page that proposes
 * a binding may be compromised: a reading role is bound only to operations that read, and one that can spend only to
 * the Call, which the journal guards.
 */
export function manualBindingRefusal(
  role: Role,
  operation: ApiOperation,
  members: MemberMap,
  basePath: string,
): string | null {
  const facts = ROLE_FACTS[role];
  if (role === 'sandboxReference' && operation.path !== `${basePath}${facts.documented?.path ?? ''}`)
    return 'the development-only counterparty is at the path that the contract shows, and nowhere else (§4)';
  if (facts.isRead) {
    if (operation.method !== 'GET' && operation.method !== 'POST')
      return `it is a ${operation.method}, and this only reads`;
    if (operation.method === 'POST' && !isDeclaredReadOnly(role, operation))
      return 'it is a POST of which the document does not say that it only reads';
  } else if (operation.method === 'GET') return 'it is a GET, and this acts';
  else if (
    operation.method !== 'POST' &&
    role !== 'cancel' &&
    !(role === 'call' && operation.method === 'PUT')
  )
    return `it is a ${operation.method}, and this is a POST`;
  if (
    role !== 'call' &&
    operation.method !== 'GET' &&
    (namesPossibleAct(namesOf(operation)) || fitness('call', operation).fits)
  )
    return 'it may spend or end something, and only a Call may, under an approval and in the journal';
  if (operation.method === 'GET' && namesCertainAct(namesOf(operation)))
    return 'it may spend or end something by its name, although it is a GET';
  const acting = actingValue(role, operation, members);
  if (acting !== null) return `it ${acting}`;
  if (requestLine(role, operation, members).length > LONGEST_CONFIRMED)
    return 'its path and what it always sends are too long to be shown before you confirm it';
  if (operation.unusable !== null) return operation.unusable;
  const chosen = Object.values(members).filter((name) => name != null);
  const twice = chosen.find((name, at) => chosen.indexOf(name) !== at);
  if (twice !== undefined) return `“${twice}” cannot stand for two of its members`;
  const form = formFor(operation, facts.needs, members);
  const lacking = facts.needs.filter((need) => placeOf(operation, form, need, members) === undefined);
  if (lacking.length > 0) return `nothing of it stands for ${lacking.join(' and ')}`;
  const beside = chosen.find((name) => form.all.some((one) => one.name === name));
  if (chosen.includes(WHOLE_BODY) && beside !== undefined)
    return `the whole body cannot stand beside “${beside}”, which is a part of it`;
  for (const member of membersOfRole(facts)) {
    const place = placeOf(operation, form, member, members);
    if (place !== undefined && !takesTypeOf(operation, member, place))
      return `it takes no ${OBJECTS.includes(member) ? 'object' : 'text or number'} as “${nameOfPlace(place).slice(0, 60)}”, and ${member} is one`;
  }
  const beyond = unknownBeside(operation, facts, members);
  return beyond === null ? null : `it ${beyond}`;
}

const membersOfRole = ({ needs, may, extra = [] }: RoleFacts): readonly MemberName[] => [
  ...needs,
  ...may,
  ...extra,
];

const isDeclaredReadOnly = (role: Role, operation: ApiOperation): boolean =>
  operation.saysReadOnly || operation.isPublic === true || fitness(role, operation).fits;

const namesOf = (operation: ApiOperation): string[] => [
  ...wordsOf(operation.operationId ?? ''),
  ...wordsOf(operation.path.replace(/\{[^{}]*\}/g, ' ')),
];

/**
 * The value by which an operation may act, as words after "it"; null if there is none. The document lets no request leave
 * it out or change it: its name and value decide what the operation does.
 */
export function actingValue(role: Role, operation: ApiOperation, members: MemberMap = {}): string | null {
  if (role === 'call') return null;
  const facts = ROLE_FACTS[role];
  const acting = putBeside(operation, facts, members, membersOfRole(facts))
    .map(({ name, value }) => ({ name, text: label(value) ?? JSON.stringify(value) ?? '' }))
    .find(mayAct);
  return acting === undefined
    ? null
    : `always sends “${plainName(acting.name)}” with “${plainName(acting.text)}”, by which it may spend or end something`;
}

/** What the document puts in beside some members. */
function putBeside(
  operation: ApiOperation,
  facts: RoleFacts,
  chosen: MemberMap,
  sent: readonly MemberName[],
): { name: string; value: unknown }[] {
  const form = formFor(operation, facts.needs, chosen);
  return requiredBeside(
    operation,
    form,
    sent.map((name) => placeOf(operation, form, name, chosen)),
  ).put;
}

/** Whether such a member names an act, or another method than its own, as `X-HTTP-Method-Override` does. */
const mayAct = ({ name, text }: { name: string; text: string }): boolean =>
  /^(?:post|put|patch|delete)$/iu.test(text) || namesCertainAct([...wordsOf(name), ...wordsOf(text)]);

/** A member of an operation, as Settings shows it. */
export type OperationMember = {
  name: string;
  place: 'path' | 'query' | 'header' | 'body';
  required: boolean;
  /** JSON text of the value filled in if the document allows only one; null if there is a choice. */
  fixed: string | null;
};

export function membersOfOperation(
  role: Role,
  operation: ApiOperation,
  members: MemberMap,
): OperationMember[] {
  const text = (only: { value: unknown } | null) =>
    only === null ? null : (JSON.stringify(only.value) ?? 'null').slice(0, 200);
  const form = formFor(operation, ROLE_FACTS[role].needs, members);
  const inBody = new Map(
    [...bodyForms(operation), form].flatMap(({ all }) => all.map((one) => [one.name, one] as const)),
  );
  return [
    ...ownParameters(operation).map((one) => ({
      name: one.name,
      place: one.place,
      required: one.required,
      fixed: text(onlyValueOf(operation, one)),
    })),
    ...(operation.body === null
      ? []
      : [{ name: WHOLE_BODY, place: 'body' as const, required: operation.body.required, fixed: null }]),
    ...[...inBody.values()].map((one) => ({
      name: one.name,
      place: 'body' as const,
      required: one.always && form.all.includes(one),
      fixed: text(onlyValue(one.shapes)),
    })),
  ].slice(0, 200);
}

/** The request that the user confirms for a manual binding: its method and path, and each member that it always sends. */
export function requestLine(role: Role, operation: ApiOperation, members: MemberMap): string {
  const facts = ROLE_FACTS[role];
  const always = putBeside(operation, facts, members, facts.needs);
  return [
    `${operation.method} ${operation.path}`,
    ...always.map(({ name, value }) => `${name} ${JSON.stringify(value)}`),
  ].join(', ');
}

/** Names too common to bind by themselves, but good enough to suggest. */
const SUGGESTED: Partial<Record<MemberName, readonly string[]>> = {
  query: ['q', 'search', 'text', 'term', 'outcome'],
  limit: ['size', 'take', 'count', 'perpage', 'max'],
  cursor: ['after', 'next', 'page', 'token'],
  toolRef: ['id', 'ref', 'slug', 'name', 'capability'],
  toolRefs: ['ids', 'refs', 'references'],
  input: ['args', 'params', 'parameters', 'payload', 'request', 'body', 'data'],
  quoteRef: ['id', 'ref'],
  idempotencyKey: ['key', 'requestid', 'clientref', 'nonce', 'idempotency'],
  callRef: ['id', 'ref'],
  afterVersion: ['version', 'since', 'after'],
};

/** Suggests an operation's member for each member of a role: by name, or by a synonym. */
export function suggestedMembers(role: Role, operation: ApiOperation): Record<string, string | null> {
  const facts = ROLE_FACTS[role];
  const form = formFor(operation, facts.needs);
  const members = membersOfRole(facts);
  const suggested = new Map<MemberName, string>();
  const fixed = (place: MemberPlace) =>
    'member' in place ? onlyValue(place.member.shapes) : onlyValueOf(operation, place.parameter);
  const isHolder = (place: MemberPlace) => 'member' in place && place.member.inner.length > 0;
  const left = (): MemberPlace[] => {
    const taken = [...suggested.values()];
    return placesIn(operation, form).filter((place) => {
      const name = nameOfPlace(place);
      return (
        name !== WHOLE_BODY &&
        fixed(place) === null &&
        !taken.some((one) => name === one || name.startsWith(`${one}.`) || one.startsWith(`${name}.`))
      );
    });
  };
  // Extra members are suggested only if the operation requires them.
  const takes = (member: MemberName, place: MemberPlace): boolean =>
    takesTypeOf(operation, member, place) &&
    (isRequiredAt(place) || facts.extra?.includes(member) !== true) &&
    // An object with members is no reference.
    (OBJECTS.includes(member) || !isHolder(place));
  for (const member of members) {
    const place = placeOf(operation, form, member);
    if (place !== undefined && takes(member, place)) suggested.set(member, nameOfPlace(place));
  }
  const lastName = (place: MemberPlace) => ('member' in place ? place.member.own : place.parameter.name);
  for (const member of members) {
    if (suggested.has(member)) continue;
    const words = [...MEMBERS[member], ...(SUGGESTED[member] ?? [])];
    const places = left()
      .filter((place) => takes(member, place) && words.some((word) => fold(word) === fold(lastName(place))))
      .toSorted((one, other) => Number(isHolder(one)) - Number(isHolder(other)));
    const [place] = places;
    if (place !== undefined) suggested.set(member, nameOfPlace(place));
  }
  return Object.fromEntries(members.map((member) => [member, suggested.get(member) ?? null]));
}

/** Cleans a mapping from the page: names of this role and operation only. */
export function cleanMap(
  role: Role,
  operation: ApiOperation,
  given: Readonly<Record<string, string | null>>,
): MemberMap {
  const facts = ROLE_FACTS[role];
  const own = membersOfOperation(role, operation, {}).map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(given).filter(
      ([member, name]) =>
        isMemberName(member) &&
        membersOfRole(facts).includes(member) &&
        (name === null || own.includes(name)),
    ),
  );
}

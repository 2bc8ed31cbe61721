import { plainName } from '#shared/plain-text.ts';
import { namesCertainAct, namesPossibleAct } from '../answers/acting-names.ts';
import { sameName, wordsOf } from '../answers/fold.ts';
import { label } from '../answers/reading.ts';
import type { Role } from '../http/answer.ts';
import { isMemberName, MEMBERS, type MemberName } from '../service/member-names.ts';
import type { ApiOperation } from './document.ts';
import { fitness } from './fitness.ts';
import { fixedValue } from './fixed-value.ts';
import {
  allowsTypeOf,
  bodyMembers,
  isRequiredAt,
  isTransportHeader,
  type MemberMap,
  misplaced,
  OBJECTS,
  placeOf,
  requiredBeyond,
  unmet,
  WHOLE_BODY,
} from './member-places.ts';
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
  if (requestLine(operation, members).length > LONGEST_CONFIRMED)
    return 'its path and what it always sends are too long to be shown before you confirm it';
  if (operation.unusable !== null) return operation.unusable;
  const chosen = Object.values(members).filter((name) => name != null);
  const twice = chosen.find((name, at) => chosen.indexOf(name) !== at);
  if (twice !== undefined) return `“${twice}” cannot stand for two of its members`;
  const lacking = facts.needs.filter((need) => placeOf(operation, need, members) === undefined);
  if (lacking.length > 0) return `nothing of it stands for ${lacking.join(' and ')}`;
  const beside = chosen.find((name) => bodyMembers(operation).some((one) => one.name === name));
  if (chosen.includes(WHOLE_BODY) && beside !== undefined)
    return `the whole body cannot stand beside “${beside}”, which is a part of it`;
  const wrong = misplaced(operation, membersOfRole(facts), members);
  if (wrong !== null) return `it ${wrong}`;
  const beyond = unmet(requiredBeyond(operation, facts, members));
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
  const acting = requiredBeyond(operation, ROLE_FACTS[role], members)
    .flatMap(({ name, fixed }) =>
      fixed === undefined ? [] : [{ name, text: label(fixed.value) ?? JSON.stringify(fixed.value) ?? '' }],
    )
    .find(mayAct);
  return acting === undefined
    ? null
    : `always sends “${plainName(acting.name)}” with “${plainName(acting.text)}”, by which it may spend or end something`;
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

export function membersOfOperation(operation: ApiOperation): OperationMember[] {
  return declaredMembersOf(operation)
    .slice(0, 200)
    .map((one) => ({ ...one, fixed: one.fixed?.slice(0, 200) ?? null }));
}

function declaredMembersOf(operation: ApiOperation): OperationMember[] {
  const fixed = (schema: unknown) => {
    const found = fixedValue(schema, operation.root);
    return found === undefined ? null : (JSON.stringify(found.value) ?? 'null');
  };
  return [
    ...operation.parameters
      .filter((one) => !isTransportHeader(one))
      .map(({ name, place, required, schema }) => ({ name, place, required, fixed: fixed(schema) })),
    ...(operation.body === null
      ? []
      : [{ name: WHOLE_BODY, place: 'body' as const, required: operation.body.required, fixed: null }]),
    ...bodyMembers(operation).map(({ name, required, schema }) => ({
      name,
      place: 'body' as const,
      required,
      fixed: fixed(schema),
    })),
  ];
}

/** The request that the user confirms for a manual binding: its method and path, and each member that it always sends. */
export function requestLine(operation: ApiOperation, members: MemberMap): string {
  const chosen = Object.values(members);
  const always = declaredMembersOf(operation)
    .filter(({ name, required, fixed }) => required && fixed !== null && !chosen.includes(name))
    .map(({ name, fixed }) => `${name} ${fixed}`);
  return [`${operation.method} ${operation.path}`, ...always].join(', ');
}

/** Names too common to bind by themselves, but good enough to suggest. */
const SUGGESTED: Partial<Record<MemberName, readonly string[]>> = {
  query: ['q', 'search', 'text', 'term', 'outcome'],
  limit: ['size', 'take', 'count', 'perpage', 'max'],
  cursor: ['after', 'next', 'page', 'token'],
  toolRef: ['id', 'ref', 'slug', 'name', 'capability'],
  toolRefs: ['ids', 'refs', 'references'],
  input: ['arguments', 'args', 'params', 'parameters', 'payload', 'request', 'body', 'data'],
  quoteRef: ['id', 'ref'],
  idempotencyKey: ['key', 'requestid', 'clientref', 'nonce', 'idempotency'],
  callRef: ['id', 'ref'],
  afterVersion: ['version', 'since', 'after'],
  evidence: ['proof', 'reason', 'note', 'statement'],
};

/** Suggests an operation's member for each member of a role: by name, by a synonym, or because only it is left. */
export function suggestedMembers(role: Role, operation: ApiOperation): Record<string, string | null> {
  const facts = ROLE_FACTS[role];
  const all = membersOfOperation(operation).filter(({ name }) => name !== WHOLE_BODY);
  const takes = (member: MemberName, name: string): boolean => {
    const place = placeOf(operation, member, { [member]: name });
    return (
      place !== undefined &&
      allowsTypeOf(member, place.where === 'body' ? place.schema : place.parameter.schema, operation.root)
    );
  };
  // Extra members are suggested only if the operation requires them.
  const isSuggestible = (member: MemberName, required: boolean) =>
    required || facts.extra?.includes(member) !== true;
  const taken = new Set<string>();
  const suggested: Record<string, string | null> = {};
  const take = (member: MemberName, name: string | undefined) => {
    if (name === undefined || suggested[member] != null) return;
    suggested[member] = name;
    taken.add(name);
  };
  const members = membersOfRole(facts);
  for (const member of members) {
    const place = placeOf(operation, member);
    if (place !== undefined && isSuggestible(member, isRequiredAt(operation, place)))
      take(member, place.where === 'body' ? place.name : place.parameter.name);
  }
  const holdsOthers = (name: string) => all.some((one) => one.name.startsWith(`${name}.`));
  const free = () =>
    all.filter(
      ({ name, fixed }) =>
        fixed === null && ![...taken].some((one) => name === one || name.startsWith(`${one}.`)),
    );
  const last = (name: string) => name.slice(name.lastIndexOf('.') + 1);
  const isSaid = (member: MemberName, name: string) =>
    MEMBERS[member].some((word) => sameName(last(name), word));
  const isMeant = (member: MemberName, name: string) =>
    SUGGESTED[member]?.includes(
      last(name)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    ) === true;
  for (const member of members) {
    // An object with members is no reference, and the last choice for an object.
    const left = free()
      .filter(({ name, required }) => takes(member, name) && isSuggestible(member, required))
      .filter(({ name }) => OBJECTS.includes(member) || !holdsOthers(name))
      .toSorted((a, b) => Number(holdsOthers(a.name)) - Number(holdsOthers(b.name)));
    take(
      member,
      (left.find(({ name }) => isSaid(member, name)) ?? left.find(({ name }) => isMeant(member, name)))?.name,
    );
  }
  const [open, ...others] = facts.needs.filter((need) => suggested[need] == null);
  if (open !== undefined && others.length === 0) {
    const inBody = all.some(({ name, place }) => place === 'body' && taken.has(name));
    const required = free().filter((one) => one.required && !holdsOthers(one.name));
    if (required.length === 1) take(open, required.find(({ name }) => takes(open, name))?.name);
    // If nothing else is sent in a body, it may be the member itself.
    if (
      !inBody &&
      takes(open, WHOLE_BODY) &&
      (OBJECTS.includes(open) || all.every(({ place }) => place !== 'body'))
    )
      take(open, WHOLE_BODY);
  }
  return Object.fromEntries(members.map((member) => [member, suggested[member] ?? null]));
}

/** Cleans a mapping from the page: names of this role and operation only. */
export function cleanMap(
  role: Role,
  operation: ApiOperation,
  given: Readonly<Record<string, string | null>>,
): MemberMap {
  const facts = ROLE_FACTS[role];
  const own = membersOfOperation(operation).map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(given).filter(
      ([member, name]) =>
        isMemberName(member) &&
        membersOfRole(facts).includes(member) &&
        (name === null || own.includes(name)),
    ),
  );
}

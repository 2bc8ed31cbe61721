import { sameName } from '../answers/fold.ts';
import { MEMBERS, type MemberName } from '../answers/member-names.ts';
import { membersOf } from '../answers/reading.ts';
import { type DeclaredMember, declaredMembers } from './declared-members.ts';
import type { ApiOperation, ApiParameter } from './document.ts';
import { fixedValue, leavesNone, typesLeft } from './fixed-value.ts';
import type { RoleFacts } from './roles.ts';
import { problemOf, UNCHECKED } from './schema-check.ts';
import { startOf, writeParameter } from './write-parameter.ts';

/**
 * Where an operation wants a member: a parameter, or a member of its body under the operation's own name for it, with
 * dots between the names of objects that lie within each other.
 */
export type MemberPlace =
  | { where: 'parameter'; parameter: ApiParameter }
  | { where: 'body'; name: string; schema: unknown };

/** Members of a body are looked for so deep: `data.relationships.tool.data.id`. */
const DEEPEST = 6;
const MOST_MEMBERS = 200;

/** A body that is itself the member, such as the input of a Tool that its path names. */
export const WHOLE_BODY = 'whole body';

const inBodies = new WeakMap<ApiOperation, readonly DeclaredMember[]>();

/** What a body declares, with what the objects in it declare behind their names; those are required with their object. */
export function bodyMembers(operation: ApiOperation): readonly DeclaredMember[] {
  const known = inBodies.get(operation) ?? bodyMembersOf(operation);
  inBodies.set(operation, known);
  return known;
}

function bodyMembersOf(operation: ApiOperation): readonly DeclaredMember[] {
  const found: DeclaredMember[] = [];
  let level = operation.body?.members ?? [];
  for (let depth = 1; level.length > 0 && found.length < MOST_MEMBERS; depth += 1) {
    found.push(...level);
    level =
      depth === DEEPEST ? [] : level.slice(0, MOST_MEMBERS).flatMap((one) => membersWithin(operation, one));
  }
  return found.slice(0, MOST_MEMBERS);
}

const membersWithin = (
  operation: ApiOperation,
  { name, required, schema }: DeclaredMember,
  sent: readonly string[] = [],
): DeclaredMember[] =>
  declaredMembers(schema, operation.root, sent).map((inner) => ({
    name: `${name}.${inner.name}`,
    required: required && inner.required,
    schema: inner.schema,
  }));

/** Which of an operation's members the user chose for a member of the role; null for none of them. */
export type MemberMap = Readonly<Partial<Record<string, string | null>>>;

/** Headers that the transport itself sets; an operation that declares them asks nothing more of us. */
const OURS = [
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'x-ae-request-id',
];

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
  if (own === WHOLE_BODY && operation.body !== null)
    return { where: 'body', name: WHOLE_BODY, schema: operation.body.schema };
  if (own !== undefined) return placeNamed(operation, (name) => name === own, bodyMembers(operation));
  const taken = Object.values(chosen);
  for (const name of MEMBERS[member]) {
    const place = placeNamed(operation, (one) => sameName(one, name) && !taken.includes(one));
    if (place !== undefined && (place.where === 'parameter' || couldBe(member, operation, place)))
      return place;
  }
  return placeWithin(operation, member, taken);
}

/**
 * The one place for `member` in an object of the body: under a name of its own (`data.toolRef`), or under one that says
 * it together with the object's (`tool.id`). Only objects that are sent in any case are looked into, and those that hold
 * the cursor; of several places none is known to be meant.
 */
function placeWithin(
  operation: ApiOperation,
  member: MemberName,
  taken: readonly unknown[],
): MemberPlace | undefined {
  const all = bodyMembers(operation);
  const isNamed = (path: string, names: readonly string[]): boolean =>
    names.some((name) => endsOf(path).some((end) => sameName(end, name)));
  const isEntered = (object: string): boolean =>
    all.some(({ name, required }) => name === object && required) ||
    all.some(({ name }) => holderOf(name) === object && isNamed(name, MEMBERS.cursor));
  const places = all.filter((one) => {
    const holder = holderOf(one.name);
    return (
      holder !== undefined &&
      !taken.includes(one.name) &&
      isNamed(one.name, MEMBERS[member]) &&
      isEntered(holder) &&
      couldTake(member, one.schema, operation.root) &&
      couldBe(member, operation, one)
    );
  });
  const [only, ...others] = places;
  return only === undefined || others.length > 0
    ? undefined
    : { where: 'body', name: only.name, schema: only.schema };
}

/** The object that a member of a body lies in; undefined for those of the body itself. */
const holderOf = (name: string): string | undefined =>
  name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : undefined;

/** The last name of a path, and the last two: `id` and `tool.id`. */
const endsOf = (path: string): string[] => [1, 2].map((count) => path.split('.').slice(-count).join('.'));

/** Members whose values are objects; all others are references, numbers and words. */
export const OBJECTS: readonly MemberName[] = ['input', 'filters', 'evidence'];

/** Whether a request is refused without what stands at a place. */
export const isRequiredAt = (operation: ApiOperation, place: MemberPlace): boolean =>
  place.where === 'parameter'
    ? place.parameter.required
    : bodyMembers(operation).some(({ name, required }) => name === place.name && required);

/** Whether a schema takes such a member, as far as it says by its types; evidence is of any. */
export const couldTake = (member: MemberName, schema: unknown, root: unknown): boolean => {
  const wanted = OBJECTS.includes(member) ? ['object'] : ['string', 'integer', 'number', 'array'];
  return (
    member === 'evidence' ||
    typesLeft(schema, root).every((allowed) => allowed.some((type) => wanted.includes(String(type))))
  );
};

/** Which of `members` stands where a value of its kind is not taken, in words that follow "it"; null where none does. */
export function misplaced(
  operation: ApiOperation,
  members: readonly MemberName[],
  chosen: MemberMap = {},
): string | null {
  for (const member of members) {
    const place = placeOf(operation, member, chosen);
    if (place === undefined) continue;
    const { name, schema } = place.where === 'body' ? place : place.parameter;
    if (!couldTake(member, schema, operation.root))
      return `takes no ${OBJECTS.includes(member) ? 'object' : 'text or number'} as “${name.slice(0, 60)}”, and ${member} is one`;
  }
  return null;
}

/** An object with members of its own, such as `call` around an `id`, is no reference. */
const couldBe = (
  member: MemberName,
  operation: ApiOperation,
  { name, schema }: { name: string; schema: unknown },
) => OBJECTS.includes(member) || membersWithin(operation, { name, schema, required: true }).length === 0;

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

function placeNamed(
  operation: ApiOperation,
  is: (name: string) => boolean,
  inBody: readonly DeclaredMember[] | undefined = operation.body?.members,
): MemberPlace | undefined {
  const parameter = operation.parameters.find((one) => !isOurs(one) && is(one.name));
  if (parameter !== undefined) return { where: 'parameter', parameter };
  const declared = inBody?.find((one) => is(one.name));
  return declared && { where: 'body', name: declared.name, schema: declared.schema };
}

/** A member that an operation requires, and the value that is left for it where there is only one; or else why there is none. */
export type Requirement = { name: string } & (
  | { fixed: { value: unknown } }
  /** In words that follow its name. */
  | { fixed: undefined; why: string }
);

/** What of the requirements cannot be met, in words that follow "it"; null where all can. */
export function unmet(requirements: readonly Requirement[]): string | null {
  const open = requirements.flatMap((one) => (one.fixed === undefined ? [one] : []));
  const [first] = open;
  if (first === undefined) return null;
  const names = open
    .filter(({ why }) => why === first.why)
    .slice(0, 3)
    .map(({ name }) => `“${name.slice(0, 60)}”`);
  return `requires ${names.join(', ')}, ${first.why}`;
}

/**
 * What the operation requires beyond what the role needs and may send. What has one legal value is filled in; for the
 * rest nothing is known. What hangs on an optional member is not required: that one is left out instead.
 */
export function requiredBeyond(
  operation: ApiOperation,
  { needs, may, beside = [] }: Pick<RoleFacts, 'needs' | 'may' | 'beside'>,
  chosen: MemberMap = {},
): Requirement[] {
  const namesOf = (members: readonly MemberName[]) =>
    members.flatMap((member) => {
      const place = placeOf(operation, member, chosen);
      return place === undefined ? [] : [place.where === 'body' ? place.name : place.parameter.name];
    });
  const needed = namesOf(needs);
  const names = [...needed, ...namesOf([...may, ...beside])];
  // What holds a member that is sent requires what else it requires, whether or not it is required itself.
  const within = (declared: readonly DeclaredMember[], depth: number): DeclaredMember[] =>
    declared.flatMap((one) => {
      const sent = sentWithin(`${one.name}.`, names);
      return depth < DEEPEST && sent.length > 0
        ? within(membersWithin(operation, { ...one, required: true }, sent), depth + 1)
        : one.required && !names.includes(one.name)
          ? [one]
          : [];
    });
  const { body } = operation;
  const inBody =
    body === null || names.includes(WHOLE_BODY)
      ? []
      : within(declaredMembers(body.schema, operation.root, sentWithin('', needed)), 1);
  const whole =
    inBody.length === 0 ? null : membersOf(fixedValue(operation.body?.schema, operation.root)?.value);
  const undeclared = [...operation.path.matchAll(/\{([^}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !operation.parameters.some((one) => one.place === 'path' && one.name === name));
  return [
    ...operation.parameters
      .filter((one) => one.required && !isOurs(one) && !names.includes(one.name))
      .map((one) =>
        requirement(operation, one, undefined, (value) =>
          writeParameter(startOf(''), operation, one, [value]),
        ),
      ),
    ...undeclared.map((name) => ({ name, fixed: undefined, why: UNKNOWN })),
    ...inBody.map((one) =>
      requirement(
        operation,
        one,
        whole !== null && Object.hasOwn(whole, one.name) ? whole[one.name] : undefined,
      ),
    ),
  ];
}

/** Members of the object behind `prefix` that are there because one of `names` is: itself, or what holds it. */
const sentWithin = (prefix: string, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    return rest === '' ? [] : [rest, ...rest.split('.').slice(0, 1)];
  });

const UNKNOWN = 'which Milepost does not know';

/** The value that is filled in for a member, where its own schema takes it and it can be written in its place. */
function requirement(
  operation: ApiOperation,
  { name, schema }: { name: string; schema: unknown },
  ofWhole: unknown,
  write: (value: unknown) => string | null = () => null,
): Requirement {
  const fixed =
    fixedValue(schema, operation.root) ?? (ofWhole === undefined ? undefined : { value: ofWhole });
  if (fixed === undefined)
    return {
      name,
      fixed,
      why: leavesNone(schema, operation.root) ? 'for which the document allows no value' : UNKNOWN,
    };
  const standalone = operation.standalone(schema);
  const problem = standalone.ok ? problemOf(standalone.schema, fixed.value) : null;
  if (problem !== null)
    return {
      name,
      fixed: undefined,
      why:
        problem === UNCHECKED
          ? 'whose schema cannot be checked'
          : 'whose default the document itself forbids',
    };
  return write(fixed.value) === null
    ? { name, fixed }
    : { name, fixed: undefined, why: 'whose one value cannot be written where it belongs' };
}

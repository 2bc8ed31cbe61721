import { fold, sameName } from '../answers/fold.ts';
import { membersOf } from '../answers/reading.ts';
import { MEMBERS, type MemberName } from '../service/member-names.ts';
import { type DeclaredMember, declaredMembers } from './declared-members.ts';
import type { ApiOperation, ApiParameter } from './document.ts';
import { fixedValue, leavesNone, typesLeft } from './fixed-value.ts';
import type { RoleFacts } from './roles.ts';
import { problemOf, UNCHECKED } from './schema-check.ts';
import { startOf, writeParameter } from './write-parameter.ts';

/**
 * Where an operation declares a member: a parameter, or a body member under the operation's own name, with dots
 * between nested objects.
 */
export type MemberPlace =
  | { where: 'parameter'; parameter: ApiParameter }
  | { where: 'body'; name: string; schema: unknown };

/** The depth to which body members are searched: `data.relationships.tool.data.id`. */
const DEEPEST = 6;
const MAX_MEMBERS = 200;

/** The body itself is the member, such as a Tool's input if the path names the Tool. */
export const WHOLE_BODY = 'whole body';

/**
 * Computes something of an operation once. Every role looks into every operation of a document, and a document may have
 * thousands.
 */
export function oncePer<Found>(
  compute: (operation: ApiOperation) => Found,
  keyOf: (operation: ApiOperation) => object = (operation) => operation,
): (operation: ApiOperation) => Found {
  const known = new WeakMap<object, { found: Found }>();
  return (operation) => {
    const key = keyOf(operation);
    const before = known.get(key);
    if (before !== undefined) return before.found;
    const found = compute(operation);
    known.set(key, { found });
    return found;
  };
}

/** What a body declares; operations whose bodies have the same schema share it. */
const ofBody = ({ body }: ApiOperation): readonly DeclaredMember[] => body?.members ?? NO_MEMBERS;
const NO_MEMBERS: readonly DeclaredMember[] = [];

/** What a body declares, with what the objects in it declare behind their names; those are required with their object. */
export const bodyMembers = oncePer((operation): readonly DeclaredMember[] => {
  const found: DeclaredMember[] = [];
  let level = ofBody(operation);
  for (let depth = 1; level.length > 0 && found.length < MAX_MEMBERS; depth += 1) {
    found.push(...level);
    level =
      depth === DEEPEST ? [] : level.slice(0, MAX_MEMBERS).flatMap((one) => membersWithin(operation, one));
  }
  return found.slice(0, MAX_MEMBERS);
}, ofBody);

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

/** The operation's member that the user chose for each member of the role; null for none. */
export type MemberMap = Readonly<Partial<Record<string, string | null>>>;

/** Headers that the transport sets itself, even if an operation declares them. */
const TRANSPORT_HEADERS = [
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'x-ae-request-id',
];

export const isTransportHeader = (parameter: ApiParameter): boolean =>
  parameter.place === 'header' && TRANSPORT_HEADERS.includes(parameter.name.toLowerCase());

const placesFound = oncePer(() => new Map<MemberName, MemberPlace | undefined>());

/** The place of `member`: chosen by the user, else found by name in any spelling; undefined if undeclared. */
export function placeOf(
  operation: ApiOperation,
  member: MemberName,
  chosen: MemberMap = {},
): MemberPlace | undefined {
  if (Object.keys(chosen).length > 0) return findPlace(operation, member, chosen);
  const known = placesFound(operation);
  if (!known.has(member)) known.set(member, findPlace(operation, member, chosen));
  return known.get(member);
}

function findPlace(operation: ApiOperation, member: MemberName, chosen: MemberMap): MemberPlace | undefined {
  const own = Object.hasOwn(chosen, member) ? chosen[member] : undefined;
  if (own === null) return undefined;
  if (own === WHOLE_BODY && operation.body !== null)
    return { where: 'body', name: WHOLE_BODY, schema: operation.body.schema };
  if (own !== undefined) return placeNamed(operation, own);
  const taken = Object.values(chosen);
  for (const name of MEMBERS[member]) {
    const place = placesNamed(operation, name).find((one) => !taken.includes(nameOf(one)));
    if (place !== undefined && (place.where === 'parameter' || couldBe(member, operation, place)))
      return place;
  }
  return placeInPath(operation, member, taken) ?? placeWithin(operation, member, taken);
}

/** `/tools/{id}` takes the ID of a Tool: the segment before a parameter says what it identifies. */
function placeInPath(
  operation: ApiOperation,
  member: MemberName,
  taken: readonly unknown[],
): MemberPlace | undefined {
  const parameter = operation.parameters.find(({ name, place, schema }) => {
    if (place !== 'path' || taken.includes(name) || !allowsTypeOf(member, schema, operation.root))
      return false;
    const segments = operation.declaredPath.split('/');
    const collection = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
    return [collection, collection.replace(/s$/i, '')].some((record) =>
      MEMBERS[member].some((one) => sameName(one, `${record}.${name}`)),
    );
  });
  return parameter && { where: 'parameter', parameter };
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
  if (!MEMBERS[member].some((name) => endsIn(operation).has(fold(name)))) return undefined;
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
      allowsTypeOf(member, one.schema, operation.root) &&
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

/** Ends of all paths in a body, folded. */
const endsIn = oncePer(
  (operation): ReadonlySet<string> =>
    new Set(bodyMembers(operation).flatMap(({ name }) => endsOf(name).map(fold))),
  ofBody,
);

/** The last name of a path, and the last two: `id` and `tool.id`. */
const endsOf = (path: string): string[] => [1, 2].map((count) => path.split('.').slice(-count).join('.'));

/** Members whose values are objects; all others are references, numbers and words. */
export const OBJECTS: readonly MemberName[] = ['input', 'filters', 'evidence'];

/** Whether the operation requires the member at a place. */
export const isRequiredAt = (operation: ApiOperation, place: MemberPlace): boolean =>
  place.where === 'parameter'
    ? place.parameter.required
    : bodyMembers(operation).some(({ name, required }) => name === place.name && required);

/** Whether a schema allows a member's type; evidence may have any. */
export const allowsTypeOf = (member: MemberName, schema: unknown, root: unknown): boolean => {
  const wanted = OBJECTS.includes(member) ? ['object'] : ['string', 'integer', 'number', 'array'];
  return (
    member === 'evidence' ||
    typesLeft(schema, root).every((allowed) => allowed.some((type) => wanted.some((one) => one === type)))
  );
};

/** The first of `members` mapped to a place of the wrong type, as words after "it"; null if none. */
export function misplaced(
  operation: ApiOperation,
  members: readonly MemberName[],
  chosen: MemberMap = {},
): string | null {
  for (const member of members) {
    const place = placeOf(operation, member, chosen);
    if (place === undefined) continue;
    const { name, schema } = place.where === 'body' ? place : place.parameter;
    if (!allowsTypeOf(member, schema, operation.root))
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

/** Other places that require a member of exactly this name: an ID in both path and body is the same. */
export function alsoRequiredAt(operation: ApiOperation, place: MemberPlace): MemberPlace[] {
  const name = nameOf(place);
  const parameters = operation.parameters.flatMap((parameter): MemberPlace[] =>
    parameter.name === name && parameter.required && !isTransportHeader(parameter)
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

/** The name of a place, as the operation declares it. */
const nameOf = (place: MemberPlace): string => (place.where === 'body' ? place.name : place.parameter.name);

const inParameters = ({ parameters }: ApiOperation): MemberPlace[] =>
  parameters
    .filter((one) => !isTransportHeader(one))
    .map((parameter) => ({ where: 'parameter', parameter }) as const);
const inBody = (members: readonly DeclaredMember[]): MemberPlace[] =>
  members.map(({ name, schema }) => ({ where: 'body', name, schema }) as const);

const byName = (places: readonly MemberPlace[]): ReadonlyMap<string, MemberPlace[]> =>
  Map.groupBy(places, (place) => fold(nameOf(place)));
const parametersByName = oncePer((operation) => byName(inParameters(operation)));
const bodyByName = oncePer((operation) => byName(inBody(ofBody(operation))), ofBody);

/** The places of an operation with a name in any spelling, outside nested objects: parameters first. */
const placesNamed = (operation: ApiOperation, name: string): MemberPlace[] =>
  [parametersByName, bodyByName].flatMap((places) => places(operation).get(fold(name)) ?? []);

const placeNamed = (operation: ApiOperation, name: string): MemberPlace | undefined =>
  [...inParameters(operation), ...inBody(bodyMembers(operation))].find((place) => nameOf(place) === name);

/** A member that an operation requires, with its only legal value or the reason why there is none. */
export type Requirement = { name: string } & (
  | { fixed: { value: unknown } }
  /** As words after its name. */
  | { fixed: undefined; why: string }
);

/** The requirements that cannot be met, as words after "it"; null if all can. */
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
 * What the operation requires beyond the role's members. A single legal value is filled in. Requirements that depend
 * on an optional member do not count: that member is left out instead.
 */
export function requiredBeyond(
  operation: ApiOperation,
  { needs, may, extra = [] }: Pick<RoleFacts, 'needs' | 'may' | 'extra'>,
  chosen: MemberMap = {},
): Requirement[] {
  const namesOf = (members: readonly MemberName[]) =>
    members.flatMap((member) => {
      const place = placeOf(operation, member, chosen);
      return place === undefined ? [] : [nameOf(place)];
    });
  const needed = namesOf(needs);
  const names = [...needed, ...namesOf([...may, ...extra])];
  // The parent of a sent member brings its own requirements, required or not.
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
  const undeclared = [...operation.path.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !operation.parameters.some((one) => one.place === 'path' && one.name === name));
  return [
    ...operation.parameters
      .filter((one) => one.required && !isTransportHeader(one) && !names.includes(one.name))
      .map((one) =>
        // A null cannot be written as a parameter.
        requirement(
          operation,
          { name: one.name, schema: one.asJson ? one.schema : { allOf: [one.schema, { not: NULL }] } },
          undefined,
          (value) => writeParameter(startOf(''), operation, one, [value]),
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

/** Members of the object at `prefix` present because one of `names`, or a parent of one, is. */
const sentWithin = (prefix: string, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    return rest === '' ? [] : [rest, ...rest.split('.').slice(0, 1)];
  });

const UNKNOWN = 'which Milepost does not know';
const NULL = { type: 'null' };

/** The value filled in for a member, if its schema allows it and it can be written in its place. */
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

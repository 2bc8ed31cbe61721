import { fold } from '../answers/fold.ts';
import { membersOf } from '../answers/reading.ts';
import { declaredShapes, isOf, onlyValue, type Shape } from '../service/declared-shape.ts';
import { MEMBERS, type MemberName } from '../service/member-names.ts';
import { atPointer } from '../service/pointer.ts';
import type { ApiOperation, ApiParameter } from './document.ts';
import type { RoleFacts } from './roles.ts';

/** A member of a body as the document declares it. */
export type BodyMember = {
  /** Under the operation's own names, with dots between the objects around it. */
  name: string;
  own: string;
  around: BodyMember | null;
  required: boolean;
  /** Whether it is required together with every object around it. */
  always: boolean;
  schema: unknown;
  shapes: readonly Shape[];
  inner: BodyMember[];
};

/** One of the forms that a body may have. */
export type BodyForm = {
  /** The body itself, as the member that it may be: a Tool's input where the path names the Tool. */
  whole: BodyMember;
  members: readonly BodyMember[];
  /** With those of the objects within, outer ones first. */
  all: readonly BodyMember[];
};

/** Where an operation takes a member. */
export type MemberPlace = { parameter: ApiParameter } | { member: BodyMember };

/** The operation's member that the user chose for each member of the role; null for none. */
export type MemberMap = Readonly<Partial<Record<string, string | null>>>;

export const WHOLE_BODY = 'whole body';

const DEEPEST = 6;
const MAX_MEMBERS = 200;
const MAX_FORMS = 12;

/** Computes something of a key once: every role looks into every operation, and a document may have thousands. */
export function oncePer<Key extends object, Found>(compute: (key: Key) => Found): (key: Key) => Found {
  const known = new WeakMap<Key, { found: Found }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.found;
    const found = compute(key);
    known.set(key, { found });
    return found;
  };
}

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

/** The parameters that are an operation's own. */
export const ownParameters = oncePer(({ parameters }: ApiOperation): readonly ApiParameter[] =>
  parameters.filter(
    ({ place, name }) => place !== 'header' || !TRANSPORT_HEADERS.includes(name.toLowerCase()),
  ),
);

const shapesByParameter = new WeakMap<ApiParameter, readonly Shape[]>();

function shapesOf({ root }: ApiOperation, place: MemberPlace): readonly Shape[] {
  if ('member' in place) return place.member.shapes;
  const known = shapesByParameter.get(place.parameter);
  const shapes = known ?? declaredShapes(root, 'request')(place.parameter.schema);
  if (known === undefined) shapesByParameter.set(place.parameter, shapes);
  return shapes;
}

const formsBySchema = new WeakMap<object, WeakMap<object, readonly BodyForm[]>>();

/** The forms of an operation's body; one without members where none is declared. Bodies of one schema share them. */
export function bodyForms({ body, root }: ApiOperation): readonly BodyForm[] {
  if (body === null) return NO_BODY;
  const reference = membersOf(body.schema)?.$ref;
  const schema =
    typeof reference === 'string' && Object.keys(membersOf(body.schema) ?? {}).length === 1
      ? (atPointer(root, reference) ?? body.schema)
      : body.schema;
  const [ofRoot, key] = [membersOf(root), membersOf(schema)];
  if (ofRoot === null || key === null) return readForms(schema, root);
  const inRoot = formsBySchema.get(ofRoot) ?? new WeakMap<object, readonly BodyForm[]>();
  formsBySchema.set(ofRoot, inRoot);
  const forms = inRoot.get(key) ?? readForms(schema, root);
  inRoot.set(key, forms);
  return forms;
}

function readForms(schema: unknown, root: unknown): readonly BodyForm[] {
  const shapes = declaredShapes(root, 'request');
  const own = shapes(schema);
  const objects = own.filter((shape) => isOf(shape, 'object'));
  const whole: BodyMember = {
    name: WHOLE_BODY,
    own: WHOLE_BODY,
    around: null,
    required: true,
    always: true,
    schema,
    shapes: own,
    inner: [],
  };
  const within = (shape: Shape, around: BodyMember | null): BodyMember[] =>
    [...shape.properties].map(([name, declared]) => ({
      name: around === null ? name : `${around.name}.${name}`,
      own: name,
      around,
      required: declared.required,
      always: declared.required && (around?.always ?? true),
      schema: declared.schema,
      shapes: shapes(declared.schema),
      inner: [],
    }));
  const formOf = (shape: Shape): BodyForm => {
    const members = within(shape, null).slice(0, MAX_MEMBERS);
    const all = [...members];
    // An array's iteration includes elements added during it.
    for (const one of all) {
      const object = one.shapes.find(({ properties }) => properties.size > 0);
      if (object === undefined || depthOf(one) >= DEEPEST || all.length >= MAX_MEMBERS) continue;
      one.inner = within(object, one).slice(0, MAX_MEMBERS - all.length);
      all.push(...one.inner);
    }
    return { whole, members, all };
  };
  return objects.length === 0
    ? [{ whole, members: [], all: [] }]
    : objects.slice(0, MAX_FORMS).map((shape) => formOf(shape));
}

const depthOf = ({ around }: BodyMember): number => (around === null ? 1 : 1 + depthOf(around));

const NO_BODY: readonly BodyForm[] = readForms(true, true);

/** Members whose values are objects; all others are references, numbers and words. */
export const OBJECTS: readonly MemberName[] = ['input', 'filters'];

/** Whether a place takes values of the member’s type. */
export const takesTypeOf = (operation: ApiOperation, member: MemberName, place: MemberPlace): boolean => {
  const shapes = shapesOf(operation, place);
  const types = OBJECTS.includes(member) ? ['object'] : ['string', 'integer', 'number', 'array'];
  return shapes.length === 0 || shapes.some((shape) => isOf(shape, ...types));
};

export const nameOfPlace = (place: MemberPlace): string =>
  'member' in place ? place.member.name : place.parameter.name;

/** Whether the operation requires what is at a place. */
export const isRequiredAt = (place: MemberPlace): boolean =>
  'member' in place ? place.member.always : place.parameter.required;

type Named = ReadonlyMap<string, readonly MemberPlace[]>;
const byNames = (places: readonly (readonly [string, MemberPlace])[]): Named => {
  const named = new Map<string, MemberPlace[]>();
  for (const [name, place] of places) {
    const key = fold(name);
    named.set(key, [...(named.get(key) ?? []), place]);
  }
  return named;
};

const parametersByName = oncePer((operation: ApiOperation) =>
  byNames(ownParameters(operation).map((parameter) => [parameter.name, { parameter }])),
);
/** `/tools/{id}` takes the ID of a Tool: the segment before a parameter says what it identifies. */
const parametersByPath = oncePer((operation: ApiOperation) => {
  const segments = operation.declaredPath.split('/');
  return byNames(
    operation.parameters
      .filter(({ place }) => place === 'path')
      .flatMap((parameter) => {
        const record = segments[segments.indexOf(`{${parameter.name}}`) - 1] ?? '';
        return [record, record.replace(/s$/i, '')].map(
          (one) => [`${one}.${parameter.name}`, { parameter }] as const,
        );
      }),
  );
});
const membersByName = oncePer(({ members }: BodyForm) =>
  byNames(members.map((member) => [member.name, { member }])),
);
/**
 * Members of objects in a body, under their own name (`data.toolRef`) and under one that says it together with the
 * object's (`tool.id`). Only objects that are sent in any case are looked into, and those that hold the cursor.
 */
const membersWithin = oncePer(({ all }: BodyForm) => {
  const cursors = new Set(MEMBERS.cursor.map(fold));
  const isEntered = (object: BodyMember): boolean =>
    object.always || object.inner.some(({ own }) => cursors.has(fold(own)));
  return byNames(
    all.flatMap((member) => {
      const { own, around } = member;
      const place = { member };
      return around !== null && isEntered(around)
        ? [own, `${around.own}.${own}`].map((name) => [name, place] as const)
        : [];
    }),
  );
});

/** The place for a role's member: chosen by the user, else the one of a name in the vocabulary; undefined if there is none. */
export function placeOf(
  operation: ApiOperation,
  form: BodyForm,
  member: MemberName,
  chosen: MemberMap = {},
): MemberPlace | undefined {
  const own = Object.hasOwn(chosen, member) ? chosen[member] : undefined;
  if (own === null) return undefined;
  if (own !== undefined) return placesIn(operation, form).find((place) => nameOfPlace(place) === own);
  const taken = Object.values(chosen);
  const named = (...tables: readonly Named[]): MemberPlace[] =>
    MEMBERS[member].flatMap((word) =>
      tables
        .flatMap((table) => table.get(fold(word)) ?? [])
        .filter((place) => !taken.includes(nameOfPlace(place)) && takesTypeOf(operation, member, place)),
    );
  const [direct = named(parametersByPath(operation))[0]] = named(
    parametersByName(operation),
    membersByName(form),
  );
  if (direct !== undefined) return direct;
  // Of several places none is known to be meant.
  const [only, ...others] = new Set(named(membersWithin(form)));
  return others.length === 0 ? only : undefined;
}

/** Every place of an operation that a member may be mapped to. */
export const placesIn = (operation: ApiOperation, form: BodyForm): MemberPlace[] => [
  ...ownParameters(operation).map((parameter) => ({ parameter })),
  ...(operation.body === null ? [] : [{ member: form.whole }]),
  ...form.all.map((member) => ({ member })),
];

/** The form of a body that takes what a role needs, with the least besides. */
export function formFor(
  operation: ApiOperation,
  needs: readonly MemberName[],
  chosen: MemberMap = {},
): BodyForm {
  const forms = bodyForms(operation);
  const [first = NO_BODY[0] as BodyForm] = forms;
  if (forms.length === 1) return first;
  const rank = (form: BodyForm): number => {
    const places = needs.map((need) => placeOf(operation, form, need, chosen));
    const lacking = places.filter((place) => place === undefined).length;
    return lacking * MAX_MEMBERS + filled(form, bodyMembersAt(places)).missing.length;
  };
  return forms.reduce((best, form) => (rank(form) < rank(best) ? form : best), first);
}

/** Under which name a list takes what asks for its next page; null if it takes nothing of the kind. */
export function cursorOf(
  operation: ApiOperation,
  { needs, may }: Pick<RoleFacts, 'needs' | 'may'>,
  chosen: MemberMap = {},
): { cursor?: string | null } {
  if (!may.includes('cursor')) return {};
  const place = placeOf(operation, formFor(operation, needs, chosen), 'cursor', chosen);
  return { cursor: place === undefined ? null : nameOfPlace(place) };
}

const bodyMembersAt = (places: readonly (MemberPlace | undefined)[]): Map<BodyMember, unknown> =>
  new Map(
    places.flatMap((place) => (place !== undefined && 'member' in place ? [[place.member, undefined]] : [])),
  );

type Filled = {
  body: unknown;
  /** What the document decides: members with a constant, a single legal value or a default. */
  put: { name: string; value: unknown }[];
  /** Required members of which Milepost knows no value. */
  missing: string[];
};

/** A body with these values, and with what is required beside them. */
export function filled({ whole, members }: BodyForm, values: ReadonlyMap<BodyMember, unknown>): Filled {
  const put: Filled['put'] = [];
  const missing: string[] = [];
  if (values.has(whole)) return { body: values.get(whole), put, missing };
  const fixed = values.size === 0 ? onlyValue(whole.shapes) : null;
  if (fixed !== null) return { body: fixed.value, put: [{ name: WHOLE_BODY, ...fixed }], missing };
  const holders = new Set([...values.keys()].flatMap(holdersOf));
  const object = (of: readonly BodyMember[]): Record<string, unknown> =>
    Object.fromEntries(
      of.flatMap((one): [string, unknown][] => {
        if (values.has(one)) return [[one.own, values.get(one)]];
        if (!one.required && !holders.has(one)) return [];
        const only = holders.has(one) ? null : onlyValue(one.shapes);
        if (only !== null) put.push({ name: one.name, ...only });
        if (only !== null) return [[one.own, only.value]];
        if (one.inner.length > 0) return [[one.own, object(one.inner)]];
        missing.push(one.name);
        return [];
      }),
    );
  return { body: object(members), put, missing };
}

const holdersOf = ({ around }: BodyMember): BodyMember[] =>
  around === null ? [] : [around, ...holdersOf(around)];

/** Other places that require a member of exactly this name: an ID in both path and body is the same. */
export const alsoRequiredAt = (operation: ApiOperation, form: BodyForm, place: MemberPlace): MemberPlace[] =>
  placesIn(operation, form).filter(
    (other) =>
      nameOfPlace(other) === nameOfPlace(place) &&
      isRequiredAt(other) &&
      ('member' in other
        ? !('member' in place) && other.member.around === null
        : 'member' in place || other.parameter !== place.parameter),
  );

/** The value that a parameter is left, if its schema leaves one. */
export const onlyValueOf = (operation: ApiOperation, parameter: ApiParameter) =>
  onlyValue(shapesOf(operation, { parameter }));

/**
 * A value as the place declares it: a page size lowered to its maximum, a number as text or the reverse, filters under the
 * operation's own names. An input and the key of an order are sent as they are.
 */
export function asDeclared(
  operation: ApiOperation,
  member: MemberName,
  value: unknown,
  place: MemberPlace,
): unknown {
  const shapes = shapesOf(operation, place);
  if (member === 'filters') return renamedFilters(value, shapes, operation.root);
  if (OBJECTS.includes(member) || member === 'idempotencyKey' || shapes.length === 0) return value;
  const takes = (...types: readonly string[]): boolean => shapes.some((shape) => isOf(shape, ...types));
  if (typeof value === 'number') {
    const most = Math.max(...shapes.map((shape) => shape.most ?? Number.POSITIVE_INFINITY));
    const size = member === 'limit' ? Math.min(value, most) : value;
    return takes('integer', 'number') ? size : String(size);
  }
  const isNumber = typeof value === 'string' && String(Number(value)) === value;
  return isNumber && !takes('string') && takes('integer', 'number') ? Number(value) : value;
}

/** Filters under the operation's own names, as lists where lists are declared; undeclared ones are left out. */
function renamedFilters(value: unknown, shapes: readonly Shape[], root: unknown): unknown {
  const [shape] = shapes.filter(({ properties }) => properties.size > 0);
  const of = declaredShapes(root, 'request');
  return Object.fromEntries(
    Object.entries(membersOf(value) ?? {}).flatMap(([filter, wanted]) => {
      const name = [...(shape?.properties.keys() ?? [])].find((one) => fold(one) === fold(filter));
      if (name === undefined) return [];
      const declared = of(shape?.properties.get(name)?.schema);
      const isList = declared.length > 0 && declared.every(({ types }) => types.includes('array'));
      return [[name, isList && !Array.isArray(wanted) ? [wanted] : wanted]];
    }),
  );
}

/** What an operation requires beside the members that are sent: what is put in, and what nobody knows. */
export function requiredBeside(
  operation: ApiOperation,
  form: BodyForm,
  places: readonly (MemberPlace | undefined)[],
): Omit<Filled, 'body'> {
  const names = places.flatMap((place) => (place === undefined ? [] : [nameOfPlace(place)]));
  const open = ownParameters(operation)
    .filter(({ name, required }) => required && !names.includes(name))
    .map((parameter) => ({ name: parameter.name, only: onlyValueOf(operation, parameter) }));
  const undeclared = [...operation.path.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !operation.parameters.some((one) => one.place === 'path' && one.name === name));
  // A body of the same name is filled in along with the parameter.
  const also = places.flatMap((place) => (place === undefined ? [] : alsoRequiredAt(operation, form, place)));
  const body = operation.body === null ? null : filled(form, bodyMembersAt([...places, ...also]));
  return {
    put: [
      ...open.flatMap(({ name, only }) => (only === null ? [] : [{ name, ...only }])),
      ...(body?.put ?? []),
    ],
    missing: [
      ...open.flatMap(({ name, only }) => (only === null ? [name] : [])),
      ...undeclared,
      ...(body?.missing ?? []),
    ],
  };
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { membersOf } from '../reading.ts';
import { sameName } from '../words.ts';
import type { Binding } from './binding.ts';
import { boundedPattern, PatternTooSlow } from './bounded-pattern.ts';
import { declaredMembers } from './declared-members.ts';
import type { ApiOperation, ApiParameter } from './document.ts';
import { placeOf } from './member-places.ts';
import { atPointer } from './pointer.ts';
import { isMemberName, type MemberName, type RoleFacts } from './roles.ts';
import type { JsonSchema } from './standalone-schema.ts';

export type BuiltRequest = {
  method: string;
  /** Path and query under the marketplace's origin. */
  path: string;
  headers: Record<string, string>;
  /** JSON text; undefined where there is no body. */
  body: string | undefined;
};
export type Built = { ok: true; request: BuiltRequest } | { ok: false; why: string };

/**
 * Makes the request of a role from the operation's own declaration: members go where and under the name that it
 * declares, optional ones that it does not declare are left out, and the whole is validated against its schema before
 * it leaves.
 */
export function buildRequest(
  binding: Binding & { bound: true },
  facts: RoleFacts,
  members: Readonly<Record<string, unknown>>,
): Built {
  const given = Object.entries(members).filter(
    (entry): entry is [MemberName, unknown] => isMemberName(entry[0]) && entry[1] !== undefined,
  );
  const missing = facts.needs.find((need) => !given.some(([name]) => name === need));
  if (missing !== undefined) return { ok: false, why: `It needs ${missing}.` };
  if (binding.operation === null) return documentedAlone(binding, facts, given);
  return fromOperation(binding.operation, facts, given);
}

/** Without a declaration nothing but what the contract itself shows is sent: for the search, `query` (§2.5). */
function documentedAlone(
  binding: Binding & { bound: true; operation: null },
  facts: RoleFacts,
  given: readonly [MemberName, unknown][],
): Built {
  const needed = given.filter(([name]) => facts.needs.includes(name));
  const body = needed.length === 0 ? undefined : JSON.stringify(Object.fromEntries(needed));
  return { ok: true, request: { method: binding.method, path: binding.path, headers: {}, body } };
}

function fromOperation(
  operation: ApiOperation,
  facts: RoleFacts,
  given: readonly [MemberName, unknown][],
): Built {
  const body: Record<string, unknown> = {};
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let path = operation.path;
  for (const [name, value] of given) {
    const place = placeOf(operation, name);
    if (place === undefined) {
      if (facts.needs.includes(name))
        return { ok: false, why: `The operation “${operation.id}” does not take ${name}.` };
      continue;
    }
    if (place.where === 'body') {
      body[place.name] = shaped(name, value, place.schema, operation.body?.schema ?? true);
      continue;
    }
    const { parameter } = place;
    const written = writtenOut(limited(name, value, parameter.schema));
    if (written === null) {
      if (parameter.required) return { ok: false, why: `${name} cannot be written as a parameter.` };
      continue;
    }
    const wrong = problemOf(parameter.schema, limited(name, value, parameter.schema));
    if (wrong !== null) return { ok: false, why: `${parameter.name} ${wrong}.` };
    if (parameter.place === 'header') headers[parameter.name] = written.join(',');
    else if (parameter.place === 'query') addToQuery(query, parameter, written);
    else {
      const segment = written.join(',');
      // A segment of dots would lead to another path than the one that was declared.
      if (segment === '' || /^\.+$/.test(segment))
        return { ok: false, why: `${name} cannot be a part of a path.` };
      path = path.replaceAll(`{${parameter.name}}`, encodeURIComponent(segment));
    }
  }
  const unfilled = unfilledIn(operation, path, query, headers);
  if (unfilled !== undefined)
    return {
      ok: false,
      why: `The operation “${operation.id}” requires ${unfilled}, which Milepost does not know.`,
    };
  const text = bodyText(operation, body);
  if (!text.ok) return text;
  const search = query.toString();
  return {
    ok: true,
    request: {
      method: operation.method,
      path: search === '' ? path : `${path}?${search}`,
      headers,
      body: text.body,
    },
  };
}

function unfilledIn(
  operation: ApiOperation,
  path: string,
  query: URLSearchParams,
  headers: object,
): string | undefined {
  const left = /\{([^}]*)\}/.exec(path)?.[1];
  if (left !== undefined) return left;
  return operation.parameters.find(
    ({ name, place, required }) =>
      required &&
      ((place === 'query' && !query.has(name)) ||
        (place === 'header' &&
          !Object.hasOwn(headers, name) &&
          !/^(?:authorization|x-ae-request-id|content-type|accept)$/i.test(name))),
  )?.name;
}

type BodyText = { ok: true; body: string | undefined } | { ok: false; why: string };

function bodyText(operation: ApiOperation, body: Record<string, unknown>): BodyText {
  if (operation.body === null) return { ok: true, body: undefined };
  if (Object.keys(body).length === 0 && !operation.body.required) return { ok: true, body: undefined };
  const wrong = problemOf(operation.body.schema, body);
  if (wrong !== null)
    return {
      ok: false,
      why: `The request does not fit what the service declares for “${operation.id}”: it ${wrong}.`,
    };
  return { ok: true, body: JSON.stringify(body) };
}

function addToQuery(query: URLSearchParams, parameter: ApiParameter, written: readonly string[]): void {
  if (parameter.explode) for (const one of written) query.append(parameter.name, one);
  else query.append(parameter.name, written.join(','));
}

/** A value as texts of a parameter; null where it has no plain way of being written. */
function writtenOut(value: unknown): string[] | null {
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((one) =>
    ['string', 'number', 'boolean'].includes(typeof one) ? String(one) : null,
  );
  return texts.includes(null) ? null : texts.map(String);
}

/** A page size asked for is a wish: the service's own maximum wins. */
function limited(name: MemberName, value: unknown, schema: unknown): unknown {
  const maximum = membersOf(schema)?.maximum;
  return name === 'limit' && typeof value === 'number' && typeof maximum === 'number'
    ? Math.min(value, maximum)
    : value;
}

/** A body member as the operation wants it. Only filters are reshaped inside: an input or evidence goes as it is. */
function shaped(name: MemberName, value: unknown, schema: unknown, root: JsonSchema): unknown {
  const own = resolved(schema, root);
  if (name !== 'filters') return limited(name, value, own);
  const declared = typeof own === 'boolean' ? [] : declaredMembers({ ...own, $defs: membersOf(root)?.$defs });
  const filters = Object.entries(membersOf(value) ?? {}).flatMap(([filter, wanted]) => {
    const one = declared.find((candidate) => sameName(candidate.name, filter));
    if (one === undefined) return [];
    const isList = membersOf(resolved(one.schema, root))?.type === 'array';
    return [[one.name, isList && !Array.isArray(wanted) ? [wanted] : wanted]];
  });
  return Object.fromEntries(filters);
}

function resolved(schema: unknown, root: JsonSchema): JsonSchema {
  let current = membersOf(schema);
  for (let hop = 0; hop < 8 && typeof current?.$ref === 'string'; hop++)
    current = membersOf(atPointer(root, current.$ref));
  return current ?? true;
}

const validators = new WeakMap<object, ValidateFunction | null>();

/** What is wrong with a value by a standalone schema, in words that follow its name; null where nothing is. */
function problemOf(schema: JsonSchema, value: unknown): string | null {
  if (typeof schema === 'boolean') return schema ? null : 'may not be sent';
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = compiled(schema);
    validators.set(schema, validate);
  }
  if (validate === null) return 'cannot be checked against its schema';
  try {
    if (validate(value)) return null;
  } catch (error) {
    // What Milepost cannot check in time, the service checks when it is asked.
    if (error instanceof PatternTooSlow) return null;
    // A schema that is a part of itself is checked without end, until there is no more room.
    return 'cannot be checked against its schema';
  }
  const [error] = validate.errors ?? [];
  return `${error?.instancePath ?? ''} ${error?.message ?? 'does not fit its schema'}`.trim();
}

function compiled(schema: object): ValidateFunction | null {
  // A new instance for each: names in one service's schemas never meet those of another's.
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: false,
    validateSchema: false,
    code: { regExp: boundedPattern },
  });
  try {
    return ajv.compile(schema);
  } catch {
    return null;
  }
}

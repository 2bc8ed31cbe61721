import { isMemberName, type MemberName } from '../service/member-names.ts';
import type { Binding } from './binding.ts';
import type { ApiOperation } from './document.ts';
import { type Built, documentedRequest } from './documented-request.ts';
import { fixedValue, valuesOf } from './fixed-value.ts';
import {
  alsoRequiredAt,
  bodyMembers,
  isRequiredAt,
  isTransportHeader,
  type MemberMap,
  placeOf,
  requiredBeyond,
  WHOLE_BODY,
} from './member-places.ts';
import type { RoleFacts } from './roles.ts';
import { problemOf } from './schema-check.ts';
import { formsOf } from './value-forms.ts';
import { isFilled, startOf, type Written, writeParameter } from './write-parameter.ts';

type Given = readonly [MemberName, unknown][];

/**
 * Builds a role's request from the operation's declaration: members get the declared place, name and form. Only a
 * member that the role needs or the operation requires can fail the request; an optional one that is undeclared or
 * has no valid form is left out. A required member with a single legal value is filled in. The result is validated
 * against the operation's schema.
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
  if (binding.operation === null) return documentedRequest(binding, facts, members);
  return buildFromOperation(binding.operation, facts, given, binding.by === 'user' ? binding.members : {});
}

/** A member of the body with its possible forms. */
type BodyMember = { name: string; forms: unknown[]; optional: boolean };

function buildFromOperation(
  operation: ApiOperation,
  facts: RoleFacts,
  given: Given,
  chosen: MemberMap,
): Built {
  const inBody: BodyMember[] = [];
  const written = startOf(operation.path);
  for (const [name, value] of given) {
    const isExtra = facts.extra?.includes(name) === true;
    const needed = isExtra || facts.needs.includes(name);
    const place = placeOf(operation, name, chosen);
    if (isExtra && (place === undefined || (chosen[name] == null && !isRequiredAt(operation, place))))
      continue;
    if (place === undefined) {
      if (needed) return { ok: false, why: `The operation “${operation.id}” does not take ${name}.` };
      continue;
    }
    for (const each of [place, ...alsoRequiredAt(operation, place)]) {
      if (each.where === 'body') {
        const forms = formsOf(name, value, each.schema, operation.root, operation.body?.schema);
        const fitting = fittingForms(operation, each.schema, forms);
        if (fitting.length > 0 || needed)
          inBody.push({ name: each.name, forms: fitting.length > 0 ? fitting : forms, optional: !needed });
        continue;
      }
      const { parameter } = each;
      const forms = formsOf(name, value, parameter.schema, operation.root);
      const wrong = writeParameter(written, operation, parameter, forms);
      if (wrong !== null && needed) return { ok: false, why: wrong };
    }
  }
  const optional = given.map(([name]) => name).filter((name) => !facts.needs.includes(name));
  for (const { name, fixed } of requiredBeyond(operation, { needs: facts.needs, may: optional }, chosen)) {
    if (fixed === undefined) continue;
    const parameter = operation.parameters.find(
      (one) => one.name === name && one.required && !isTransportHeader(one),
    );
    if (parameter !== undefined) writeParameter(written, operation, parameter, [fixed.value]);
    else inBody.push({ name, forms: [fixed.value], optional: false });
  }
  const unfilled = unfilledIn(operation, written);
  if (unfilled !== undefined)
    return {
      ok: false,
      why: `The operation “${operation.id}” requires ${unfilled}, which Milepost does not know.`,
    };
  const text = bodyText(operation, inBody);
  if (!text.ok) return text;
  const type = text.body === undefined ? undefined : operation.body?.type;
  if (type !== undefined) written.headers['content-type'] = type;
  const search = written.query.toString();
  return {
    ok: true,
    request: {
      method: operation.method,
      path:
        search === '' ? written.path : `${written.path}${written.path.includes('?') ? '&' : '?'}${search}`,
      headers: written.headers,
      body: text.body,
    },
  };
}

/** The forms that fit the member's own schema; the whole body is checked later. */
function fittingForms(operation: ApiOperation, schema: unknown, forms: readonly unknown[]): unknown[] {
  const standalone = operation.standalone(schema);
  if (!standalone.ok) return [...forms];
  return forms.filter((form) => problemOf(standalone.schema, form) === null).slice(0, MAX_FORMS);
}

function unfilledIn(operation: ApiOperation, written: Written): string | undefined {
  const left = /\{([^{}]*)\}/.exec(written.path)?.[1];
  if (left !== undefined) return left;
  return operation.parameters.find(
    (one) => one.required && !isTransportHeader(one) && !isFilled(written, one),
  )?.name;
}

type BodyText = { ok: true; body: string | undefined } | { ok: false; why: string };

/** A value rarely fits in more than two forms; a page size has one for each bound. */
const MAX_FORMS = 8;

/** The most body variants tried. */
const MAX_TRIES = 200;

function bodyText(operation: ApiOperation, members: readonly BodyMember[]): BodyText {
  const { body } = operation;
  if (body === null) return { ok: true, body: undefined };
  const standalone = operation.standalone(body.schema);
  if (!standalone.ok)
    return { ok: false, why: `The operation “${operation.id}” cannot be used: ${standalone.why}.` };
  const bodies = bodyVariants(members);
  const declared = new Set(bodyMembers(operation).map(({ name }) => name));
  let wrong: string | null = null;
  for (const one of bodies) {
    if (Object.keys(one).length === 0 && !body.required) return { ok: true, body: undefined };
    const complete = Object.hasOwn(one, WHOLE_BODY) ? one[WHOLE_BODY] : nested(one, declared);
    const problem = problemOf(standalone.schema, complete);
    if (problem === null) return { ok: true, body: JSON.stringify(complete) };
    // The last variant holds only required members: its problem is the reason.
    wrong =
      Object.keys(one).length === 0
        ? (missingFromEmptyBody(body.schema, operation.root) ?? problem)
        : problem;
  }
  // Needs of the role are never lost to a body that the service fixes.
  const whole = members.some((one) => !one.optional) ? undefined : fixedValue(body.schema, operation.root);
  if (whole !== undefined && problemOf(standalone.schema, whole.value) === null)
    return { ok: true, body: JSON.stringify(whole.value) };
  return {
    ok: false,
    why: `The request does not fit what the service declares for “${operation.id}”: it ${wrong}.`,
  };
}

/** What an empty body lacks, if it needs members and none can be sent; null otherwise. */
function missingFromEmptyBody(schema: unknown, root: unknown): string | null {
  const least = Math.max(
    0,
    ...valuesOf(schema, root, 'minProperties').filter((one): one is number => typeof one === 'number'),
  );
  return least === 0
    ? null
    : `needs at least ${least} member${least === 1 ? '' : 's'}, and Milepost knows of none to send`;
}

/** The body to send: dotted names become nested objects, as far as these are declared. */
function nested(
  flat: Readonly<Record<string, unknown>>,
  declared: ReadonlySet<string>,
  prefix = '',
): Record<string, unknown> {
  const groups = Map.groupBy(Object.entries(flat), ([name]) => holderOf(name, declared, prefix) ?? name);
  return Object.fromEntries(
    [...groups].map(([group, members]) => {
      const own = members.find(([name]) => name === group);
      const inner = members.map(([name, value]) => [name.slice(group.length + 1), value] as const);
      return [
        group,
        own === undefined ? nested(Object.fromEntries(inner), declared, `${prefix}${group}.`) : own[1],
      ];
    }),
  );
}

/**
 * The object that holds a member, by the first dot whose prefix is declared; undefined if the dot is part of the
 * name.
 */
function holderOf(name: string, declared: ReadonlySet<string>, prefix: string): string | undefined {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
    if (declared.has(`${prefix}${name.slice(0, dot)}`)) return name.slice(0, dot);
  return undefined;
}

/**
 * Body variants in order: all optional members first, then fewer, each in every form; last those without any, the
 * plainest at the end.
 */
function* bodyVariants(members: readonly BodyMember[]): Generator<Record<string, unknown>> {
  const optional = members.filter((member) => member.optional);
  const sets = Array.from({ length: 2 ** Math.min(optional.length, 6) }, (_, bits) =>
    optional.filter((_one, place) => ((bits >> place) & 1) === 0),
  ).sort((a, b) => b.length - a.length);
  const plainest = members.filter((member) => !member.optional);
  let tries = 0;
  for (const set of sets)
    for (const body of formCombinations(members.filter((one) => !one.optional || set.includes(one)))) {
      if (tries++ >= MAX_TRIES) break;
      yield body;
    }
  yield Object.fromEntries(plainest.map(({ name, forms }) => [name, forms[0]]));
}

function* formCombinations([first, ...others]: readonly BodyMember[]): Generator<Record<string, unknown>> {
  if (first === undefined) {
    yield {};
    return;
  }
  for (const form of first.forms)
    for (const rest of formCombinations(others)) yield { [first.name]: form, ...rest };
}

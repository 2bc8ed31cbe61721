import { isMemberName, type MemberName } from '../service/member-names.ts';
import type { ApiOperation } from './document.ts';
import type { Built } from './documented-request.ts';
import {
  alsoRequiredAt,
  asDeclared,
  type BodyForm,
  type BodyMember,
  filled,
  formFor,
  isRequiredAt,
  type MemberMap,
  onlyValueOf,
  ownParameters,
  placeOf,
} from './request-members.ts';
import type { RoleFacts } from './roles.ts';
import { problemOf } from './schema-check.ts';
import { startOf, writeParameter } from './write-parameter.ts';

/**
 * Builds a role's request from the operation's declaration: members get the declared place and name; what the operation
 * requires besides is put in where it leaves one value. The result is validated once: one that does not fit is not sent,
 * with the reason. An optional member that is undeclared or does not fit its own schema is left out.
 * @param chosen the members that the user mapped by hand
 */
export function buildRequest(
  operation: ApiOperation,
  facts: RoleFacts,
  members: Readonly<Record<string, unknown>>,
  chosen: MemberMap = {},
): Built {
  const given = Object.entries(members).filter(
    (entry): entry is [MemberName, unknown] => isMemberName(entry[0]) && entry[1] !== undefined,
  );
  const missing = facts.needs.find((need) => !given.some(([name]) => name === need));
  if (missing !== undefined) return { ok: false, why: `It needs ${missing}.` };
  const form = formFor(operation, facts.needs, chosen);
  const inBody = new Map<BodyMember, unknown>();
  const optional: [BodyMember, unknown][] = [];
  const written = startOf(operation.path);
  const unknown = (name: string): Built => ({
    ok: false,
    why: `The operation “${operation.id}” requires ${name}, which Milepost does not know.`,
  });
  for (const [name, value] of given) {
    const isExtra = facts.extra?.includes(name) === true;
    const needed = isExtra || facts.needs.includes(name);
    const place = placeOf(operation, form, name, chosen);
    if (isExtra && (place === undefined || (chosen[name] == null && !isRequiredAt(place)))) continue;
    if (place === undefined) {
      if (needed) return { ok: false, why: `The operation “${operation.id}” does not take ${name}.` };
      continue;
    }
    for (const each of [place, ...alsoRequiredAt(operation, form, place)]) {
      const sent = asDeclared(operation, name, value, each);
      if ('member' in each) {
        if (needed) inBody.set(each.member, sent);
        else if (fits(operation, each.member.schema, sent)) optional.push([each.member, sent]);
        continue;
      }
      const wrong = writeParameter(written, operation, each.parameter, sent);
      if (wrong !== null && needed) return { ok: false, why: wrong };
    }
  }
  const required = filled(form, inBody).missing;
  for (const [member, value] of optional) {
    // An object that would come along may require what nobody knows.
    const { missing } = filled(form, new Map([...inBody, [member, value]]));
    if (missing.every((name) => required.includes(name))) inBody.set(member, value);
  }
  for (const parameter of ownParameters(operation)) {
    if (!parameter.required || written.filled.has(parameter)) continue;
    const only = onlyValueOf(operation, parameter);
    if (only === null) return unknown(parameter.name);
    const wrong = writeParameter(written, operation, parameter, only.value);
    if (wrong !== null) return { ok: false, why: wrong };
  }
  const left = /\{([^{}]*)\}/.exec(written.path)?.[1];
  if (left !== undefined) return unknown(left);
  const text = bodyText(operation, form, inBody);
  if (!text.ok) return 'missing' in text ? unknown(text.missing) : text;
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

function fits(operation: ApiOperation, schema: unknown, value: unknown): boolean {
  const standalone = operation.standalone(schema);
  return standalone.ok && problemOf(standalone.schema, value) === null;
}

type BodyText =
  | { ok: true; body: string | undefined }
  | { ok: false; why: string }
  | { ok: false; missing: string };

function bodyText(
  operation: ApiOperation,
  form: BodyForm,
  values: ReadonlyMap<BodyMember, unknown>,
): BodyText {
  if (operation.body === null) return { ok: true, body: undefined };
  const { body, put, missing } = filled(form, values);
  if (values.size === 0 && put.length === 0 && !operation.body.required) return { ok: true, body: undefined };
  const [first] = missing;
  if (first !== undefined) return { ok: false, missing: first };
  const standalone = operation.standalone(operation.body.schema);
  if (!standalone.ok)
    return { ok: false, why: `The operation “${operation.id}” cannot be used: ${standalone.why}.` };
  const problem = problemOf(standalone.schema, body);
  return problem === null
    ? { ok: true, body: JSON.stringify(body) }
    : {
        ok: false,
        why: `The request does not fit what the service declares for “${operation.id}”: it ${problem}.`,
      };
}

import { isObject } from '#shared/json.ts';

/** Converts a form's data to an input. Pure. */

type Members = Record<string, unknown>;

/** A part of a schema after resolving local references, a few steps; empty where one has no target. */
function meant(root: unknown, schema: unknown): Members {
  let at = schema;
  for (let hop = 0; hop < 8; hop++) {
    if (!isObject(at)) return {};
    if (typeof at.$ref !== 'string' || !at.$ref.startsWith('#')) return at;
    let target: unknown = root;
    for (const part of at.$ref.slice(1).split('/').filter(Boolean)) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      target = isObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
    }
    at = target;
  }
  return {};
}

/**
 * A form has a place for everything; an input has only what was filled in. Members without a value are left out, and so
 * are empty objects, unless their schema requires them. Empty entries at the end of a list are left out; the others
 * keep their places, so that a problem is shown beside its entry.
 */
export function inputOfForm(data: unknown, schema: unknown): Members {
  const filled = (value: unknown, described: unknown): unknown => {
    if (value === undefined) return undefined;
    if (Array.isArray(value)) {
      const { items } = meant(schema, described);
      const entries = value.map((entry) => filled(entry, items));
      while (entries.length > 0 && entries.at(-1) === undefined) entries.pop();
      return entries.map((entry) => (entry === undefined ? null : entry));
    }
    if (!isObject(value)) return value;
    const { properties, required } = meant(schema, described);
    const members = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const member = filled(inner, isObject(properties) ? properties[name] : undefined);
      const isNeeded = Array.isArray(required) && required.includes(name);
      const isEmpty = isObject(member) && Object.keys(member).length === 0;
      return member === undefined || (isEmpty && !isNeeded) ? [] : [[name, member]];
    });
    return Object.fromEntries(members);
  };
  const input = filled(data, schema);
  return isObject(input) ? input : {};
}

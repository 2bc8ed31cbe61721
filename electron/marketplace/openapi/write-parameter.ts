import { plainName } from '#shared/plain-text.ts';
import { membersOf } from '../answers/reading.ts';
import type { ApiOperation, ApiParameter } from './document.ts';
import { problemOf } from './schema-check.ts';

/** The written parameters of a request. */
export type Written = {
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  filled: Set<ApiParameter>;
};

export const startOf = (path: string): Written => ({
  path,
  query: new URLSearchParams(),
  headers: {},
  filled: new Set(),
});

/** Writes a parameter, or returns why it cannot be written, as a sentence. */
export function writeParameter(
  written: Written,
  operation: ApiOperation,
  parameter: ApiParameter,
  value: unknown,
): string | null {
  const standalone = operation.standalone(parameter.schema);
  const problem = standalone.ok ? problemOf(standalone.schema, value) : standalone.why;
  if (problem !== null) return `${parameter.name} ${problem}.`;
  const wrong = putParameter(written, parameter, value);
  if (wrong === null) written.filled.add(parameter);
  return wrong;
}

/** Headers that carry the message itself or that Milepost never has: not an operation's own. */
const RESERVED_HEADERS =
  /^(?:cookie2?|expect|keep-alive|origin|te|trailer|transfer-encoding|upgrade|via|(?:proxy|sec)-.*)$/iu;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/u;

function putParameter(written: Written, parameter: ApiParameter, value: unknown): string | null {
  const { name, place, style, explode } = parameter;
  if (!parameter.asJson && !['form', 'simple'].includes(style))
    return `${name} is declared in the style ${plainName(style)}, which Milepost does not write.`;
  const object = parameter.asJson ? null : membersOf(value);
  if (object !== null && place === 'query' && explode) {
    const entries = Object.entries(object).map(([own, inner]) => [own, writtenOut(inner)] as const);
    if (entries.some(([, texts]) => texts === null)) return `${name} cannot be written as a parameter.`;
    for (const [own, texts] of entries) for (const one of texts ?? []) written.query.append(own, one);
    return null;
  }
  const texts = parameter.asJson ? [JSON.stringify(value)] : writtenOut(value);
  if (texts === null) return `${name} cannot be written as a parameter.`;
  if (place === 'header') {
    const text = texts.join(',');
    if (/[^\t\x20-\x7e]/.test(text) || !TOKEN.test(name) || RESERVED_HEADERS.test(name))
      return `${name} cannot be written in a header.`;
    written.headers[name] = text;
  } else if (place === 'query') {
    if (explode) for (const one of texts) written.query.append(name, one);
    else written.query.append(name, texts.join(','));
  } else {
    const segment = texts.join(',');
    // A segment of dots would lead to another path than declared.
    if (segment === '' || /^\.+$/.test(segment)) return `${name} cannot be a part of a path.`;
    written.path = written.path.replaceAll(`{${name}}`, () => encodeURIComponent(segment));
  }
  return null;
}

/** A value as parameter texts; null if it has no plain text form. */
function writtenOut(value: unknown): string[] | null {
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((one) =>
    ['string', 'number', 'boolean'].includes(typeof one) ? String(one) : null,
  );
  return texts.includes(null) ? null : texts.map(String);
}

import { CORE_SCHEMA, load } from 'js-yaml';
import { DEEPEST, type JsonBody, parseJson } from '../http/json-body.ts';

/** More values than any document has; in YAML, a few aliases stand for any number. */
const MOST_VALUES = 2_000_000;

class TooMuch extends Error {}

/** Parses an OpenAPI document, which is JSON or YAML, in the worker alone: a YAML text can be made to cost any time. */
export function parseDocument(bytes: Uint8Array): JsonBody {
  const json = parseJson(bytes);
  if (json.ok || bytes.byteLength === 0) return json;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // What begins as JSON is JSON that is broken.
    if (/^\s*[[{]/u.test(text)) return json;
    // Without dates and merge keys: everything in it has a form in JSON.
    const written: unknown = load(text, { schema: CORE_SCHEMA });
    if (typeof written !== 'object' || written === null) return json;
    return { ok: true, value: expanded(written) };
  } catch (error) {
    return { ok: false, why: error instanceof TooMuch ? error.message : 'it is neither JSON nor YAML' };
  }
}

/** The same without aliases, each written out where it stands: whatever reads it would visit as much. */
function expanded(written: unknown): unknown {
  let values = 0;
  const copy = (value: unknown, depth: number): unknown => {
    if (depth > DEEPEST) throw new TooMuch(`it is nested deeper than ${DEEPEST} levels`);
    if (++values > MOST_VALUES)
      throw new TooMuch(`it holds more than ${MOST_VALUES} values, with its aliases written out`);
    if (typeof value === 'number' && !Number.isFinite(value)) return null;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member, depth + 1)]));
  };
  return copy(written, 1);
}

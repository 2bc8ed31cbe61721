import { CORE_SCHEMA, load } from 'js-yaml';
import { DEEPEST, type JsonBody, MAX_VALUES, parseJson, TOO_HEAVY } from '../http/json-body.ts';

class DocumentTooLarge extends Error {}

/** Parses an OpenAPI document, JSON or YAML. Worker only: a YAML text can take any time. */
export function parseDocument(bytes: Uint8Array): JsonBody {
  const json = parseJson(bytes);
  if (json.ok || bytes.byteLength === 0) return json;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // A text that starts like JSON is broken JSON.
    if (/^\s*[[{]/u.test(text)) return json;
    if (yamlMarks(bytes) > MAX_VALUES) return { ok: false, why: TOO_HEAVY };
    // No dates and merge keys: every value has a JSON form.
    const written: unknown = load(text, { schema: CORE_SCHEMA });
    if (typeof written !== 'object' || written === null) return json;
    return { ok: true, value: expanded(written) };
  } catch (error) {
    return {
      ok: false,
      why: error instanceof DocumentTooLarge ? error.message : 'it is neither JSON nor YAML',
    };
  }
}

/** At least as many as the values of a YAML text, aliases unexpanded: each begins a line, or follows one of these. */
function yamlMarks(bytes: Uint8Array): number {
  let marks = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x0a || byte === 0x0d || byte === 0x2c || byte === 0x5b || byte === 0x7b) marks++;
    else if (byte === 0x2d && (bytes[at + 1] ?? 0x20) <= 0x20) marks++;
  }
  return marks;
}

/**
 * A copy with all aliases expanded, since every later reader would visit as many values; a few can expand to any number.
 */
function expanded(written: unknown): unknown {
  let values = 0;
  const copy = (value: unknown, depth: number): unknown => {
    if (depth > DEEPEST) throw new DocumentTooLarge(`it is nested deeper than ${DEEPEST} levels`);
    if (++values > MAX_VALUES)
      throw new DocumentTooLarge(`it holds more than ${MAX_VALUES} values, with its aliases written out`);
    if (typeof value === 'number' && !Number.isFinite(value)) return null;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member, depth + 1)]));
  };
  return copy(written, 1);
}

import { jsonScale } from './json-scale.ts';

export type JsonBody = { ok: true; value: unknown } | { ok: false; why: string };

/** Deeper answers are not read: what stores, clones and draws them works by recursion. */
export const DEEPEST = 200;

/**
 * What this process parses itself: every name may be one that the engine has not seen, which costs it a microsecond or
 * two. The largest page of an award search weighs three quarters of it.
 */
const LIGHT = { bytes: 1_000_000, values: 40_000, names: 20_000 };

/** Parses bytes as JSON in UTF-8, refusing what is nested deeper than anything that makes sense. */
export function parseJson(bytes: Uint8Array): JsonBody {
  return bytes.byteLength === 0 ? EMPTY : parsed(bytes, jsonScale().weigh(bytes).depth);
}

const EMPTY: JsonBody = { ok: false, why: 'it is empty' };

function parsed(bytes: Uint8Array, depth: number): JsonBody {
  if (depth > DEEPEST) return { ok: false, why: `it is nested deeper than ${DEEPEST} levels` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, value: ROUNDED.test(text) ? JSON.parse(text, exactly) : JSON.parse(text) };
  } catch {
    return { ok: false, why: 'it is not JSON' };
  }
}

/** Names of what is repeated to the service, or by which a record is known again. */
const REFERENCE = /(?:id|ref|reference|key|cursor|token)$/i;
const ROUNDED = new RegExp(`"[^"\\\\]{0,60}${REFERENCE.source.slice(0, -1)}"\\s*:\\s*-?\\d{16}`, 'i');

/** The digits of a reference that is a larger integer than a number holds exactly: rounded, it would name another thing. */
const exactly = (name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && REFERENCE.test(name) && /^-?\d+$/.test(source)
    ? source
    : value;

/** Parses heavy JSON elsewhere, so that this process is not held by it; refuses what holds more than `mostValues`. */
export type ParseHeavy = (bytes: Uint8Array, mostValues: number) => Promise<JsonBody>;

/**
 * Parses an answer that was taken in up to `maximumBytes`: at once where that costs this process next to nothing, else
 * elsewhere.
 */
export async function parseAnswer(
  bytes: Uint8Array,
  maximumBytes: number,
  parseHeavy: ParseHeavy | undefined,
): Promise<JsonBody> {
  if (bytes.byteLength === 0) return EMPTY;
  if (bytes.byteLength <= LIGHT.bytes) {
    const { depth, values, names } = jsonScale().weigh(bytes);
    if (depth > DEEPEST || (values <= LIGHT.values && names <= LIGHT.names)) return parsed(bytes, depth);
  }
  // An average value takes more bytes than this in any page that is not made of brackets alone.
  const mostValues = maximumBytes / 8;
  return parseHeavy === undefined ? { ok: false, why: TOO_HEAVY } : parseHeavy(bytes, mostValues);
}

export const TOO_HEAVY = 'it holds more than Milepost reads at once';

/** Whether a Content-Type says JSON. An absent one says nothing against it. */
export function saysJson(contentType: string | null): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' || type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

export const saysHtml = (contentType: string | null): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '');

import { exactJson, type RepeatedMember } from '#shared/exact-json.ts';
import { type JsonWeight, jsonScale } from './json-scale.ts';
import { withoutSecret } from './without-secret.ts';

export type JsonBody =
  | {
      ok: true;
      /** Of several members of one name the last has it; the earlier ones are called `usage (1)`, `usage (2)`, … */
      value: unknown;
      /** Members that stand more than once in one object; absent if none does. */
      repeated?: readonly RepeatedMember[];
    }
  | { ok: false; why: string };

/** Deeper values are rejected: storing, cloning and rendering are recursive. */
export const DEEPEST = 200;

/**
 * What this process parses itself: a new property name costs the engine a microsecond or two. The largest page of an
 * award search reaches three quarters of it.
 */
const LIGHT = { bytes: 1_000_000, values: 40_000, names: 20_000 };

/** More values than any document or page has. */
const MAX_VALUES = 2_000_000;

/**
 * Parses bytes as UTF-8 JSON. Rejects excessive nesting, and too many values before any of them takes memory: what a
 * thread cannot be given ends the whole process where it is one large piece.
 */
export function parseJson(bytes: Uint8Array, mostValues = MAX_VALUES): JsonBody {
  return bytes.byteLength === 0 ? EMPTY : parsed(bytes, jsonScale().weigh(bytes), mostValues);
}

const EMPTY: JsonBody = { ok: false, why: 'it is empty' };

function parsed(bytes: Uint8Array, { depth, values, names }: JsonWeight, mostValues: number): JsonBody {
  if (depth > DEEPEST) return { ok: false, why: `it is nested deeper than ${DEEPEST} levels` };
  if (values > mostValues) return { ok: false, why: TOO_HEAVY };
  try {
    return { ok: true, ...exactJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), names) };
  } catch {
    return { ok: false, why: 'it is not JSON' };
  }
}

/** A body as it came, to be read outside this process. */
export type HeavyBody = {
  bytes: Uint8Array<ArrayBuffer>;
  /** The key of the request that it answers; null if it carried none. */
  secret: string | null;
  /** Whether it did not break off. */
  isComplete: boolean;
  /** More values are rejected; null if it is not parsed. */
  mostValues: number | null;
  /** Whether a part that is too large to be handed over is left out: it is stored with the bytes. */
  mayLeaveOut: boolean;
};

/** A body without the key, and what it says; its value is null if it is not parsed. */
export type ReadBody = { bytes: Uint8Array<ArrayBuffer>; json: JsonBody };

/** Searches a heavy body for the key and parses it, outside this process. */
export type ReadHeavy = (body: HeavyBody) => Promise<ReadBody>;

/**
 * Searches a body of up to `maximumBytes` for the key and parses it: here if it is light, else outside this process. Of
 * what cannot be read, a beginning of the key at its end is removed too.
 */
export async function readBody(
  body: Omit<HeavyBody, 'mostValues'>,
  maximumBytes: number,
  readHeavy: ReadHeavy | undefined,
  as: 'json' | 'bytes' | { ok: false; why: string },
): Promise<ReadBody> {
  const { secret, isComplete } = body;
  // An average value takes more bytes in any page not made of brackets alone.
  const mostValues = as === 'json' ? maximumBytes / 8 : null;
  if (body.bytes.byteLength > LIGHT.bytes && readHeavy !== undefined) {
    const read = await readHeavy({ ...body, isComplete: isComplete && typeof as === 'string', mostValues });
    return typeof as === 'string' ? read : { bytes: read.bytes, json: as };
  }
  const bytes = await withoutSecret(body.bytes, secret, isComplete);
  const json = as === 'json' ? parseLight(bytes) : as === 'bytes' ? NOT_PARSED : as;
  if (json === null && readHeavy !== undefined) return readHeavy({ ...body, mostValues });
  const read: JsonBody = json ?? { ok: false, why: TOO_HEAVY };
  return { bytes: read.ok ? bytes : await withoutSecret(bytes, secret, false), json: read };
}

const NOT_PARSED: JsonBody = { ok: true, value: null };

/** Parses what takes a moment; null for anything heavier. */
export function parseLight(bytes: Uint8Array): JsonBody | null {
  if (bytes.byteLength === 0) return EMPTY;
  if (bytes.byteLength > LIGHT.bytes) return null;
  const weight = jsonScale().weigh(bytes);
  const isLight = weight.values <= LIGHT.values && weight.names <= LIGHT.names;
  return isLight || weight.depth > DEEPEST ? parsed(bytes, weight, MAX_VALUES) : null;
}

export const TOO_HEAVY = 'it holds more than Milepost reads at once';

/** Whether a Content-Type may be JSON; an absent one may. */
export function saysJson(contentType: string | null): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' || type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

export const saysHtml = (contentType: string | null): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '');

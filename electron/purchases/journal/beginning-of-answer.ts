/** What a line of the timeline holds of an answer: characters of its JSON. A paid result is stored whole with the outputs. */
const LONGEST = 512 * 1024;

/** Said where the rest of an answer is left out. */
const NOT_STORED = 'The answer is longer: its rest is not stored here.';

/** What a value of JSON takes beside its own characters: quotes, a comma, a colon. */
const AROUND = 4;

/**
 * As much of a value as a line of the timeline keeps, counted from its beginning, so that what is Milepost's own stands
 * first. If something is left out, `notStored` says so.
 */
export function beginningOf(value: unknown, most = LONGEST): unknown {
  let left = most;
  let isCut = false;
  function text(whole: string): string {
    const shown = whole.slice(0, Math.max(0, left)).toWellFormed();
    left -= whole.length + AROUND;
    isCut ||= shown.length < whole.length;
    return shown;
  }
  function part(of: unknown): unknown {
    if (typeof of === 'string') return text(of);
    left -= AROUND;
    if (typeof of !== 'object' || of === null) return of;
    const isList = Array.isArray(of);
    const parts: [string, unknown][] = [];
    for (const name of isList ? of.keys() : Object.keys(of)) {
      if (left <= 0) {
        isCut = true;
        break;
      }
      parts.push([isList ? '' : text(String(name)), part((of as Record<string | number, unknown>)[name])]);
    }
    return isList ? parts.map(([, each]) => each) : Object.fromEntries(parts);
  }
  const beginning = part(value);
  if (!isCut) return value;
  const isObject = typeof beginning === 'object' && beginning !== null && !Array.isArray(beginning);
  return { ...(isObject ? beginning : { beginning }), notStored: NOT_STORED };
}

/** The beginning of an unreadable answer for the timeline, as text if it is UTF-8, else as base64; how long it was if cut. */
export type RawResponse = ({ text: string } | { base64: string }) & { ofBytes?: number };

export function rawResponseOf(bytes: Uint8Array | undefined): RawResponse | null {
  if (bytes === undefined || bytes.byteLength === 0) return null;
  const shown = bytes.subarray(0, LONGEST / 2);
  const stream = shown.byteLength < bytes.byteLength;
  const ofAll = stream ? { ofBytes: bytes.byteLength } : {};
  try {
    // A character that is cut at the end is left out.
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(shown, { stream }),
      ...ofAll,
    };
  } catch {
    return { base64: Buffer.from(shown).toString('base64'), ...ofAll };
  }
}

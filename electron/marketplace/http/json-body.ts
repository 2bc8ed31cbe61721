export type JsonBody = { ok: true; value: unknown } | { ok: false; why: string };

/** Deeper answers are not read: what stores, clones and draws them works by recursion. */
export const DEEPEST = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Parses an answer's bytes as JSON in UTF-8, refusing what is nested deeper than anything that makes sense. */
export function parseJson(bytes: Uint8Array): JsonBody {
  if (bytes.byteLength === 0) return { ok: false, why: 'it is empty' };
  if (deepest(bytes) > DEEPEST) return { ok: false, why: `it is nested deeper than ${DEEPEST} levels` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, why: 'it is not JSON' };
  }
}

/** How deep brackets and braces nest outside texts; JSON's structural characters are single bytes in UTF-8. */
function deepest(bytes: Uint8Array): number {
  let depth = 0;
  let deepestSeen = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      if (depth > deepestSeen) deepestSeen = depth;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return deepestSeen;
}

/** Whether a Content-Type says JSON. An absent one says nothing against it. */
export function saysJson(contentType: string | null): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' || type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

export const saysHtml = (contentType: string | null): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '');

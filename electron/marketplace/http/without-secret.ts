export const HIDDEN = '[access key]';

/** JSON in JSON doubles what escapes a character: four levels of it. An address in an address repeats `25`. */
const ESCAPES = '\\\\{1,8}';
const PERCENT = '%(?:25){0,3}';
const UNFINISHED = /^(?:\\{1,8}(?:u0{0,2}|u00[\da-f])?|%(?:25){0,3}[\da-f]?)$/iu;

/** One visible ASCII character in every way that encoders of JSON and of addresses write it. */
function spellingsOf(character: string): string {
  const literal = `\\x${hexOf(character)}`;
  const hex = [...hexOf(character)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
  const escaped = '/"\\'.includes(character) ? `|${ESCAPES}${literal}` : '';
  return `(?:${literal}${escaped}|${ESCAPES}u00${hex}|${PERCENT}${hex})`;
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');

/** The secret (visible ASCII) wherever it stands in a text, however it is spelt. */
export function secretIn(secret: string) {
  const characters = [...secret].map(spellingsOf);
  const anywhere = new RegExp(characters.join(''), 'g');
  const next = characters.map((spellings) => new RegExp(spellings, 'y'));
  return {
    hide: (text: string) => text.replace(anywhere, HIDDEN),
    /** Characters of its longest spelling. */
    longest: secret.length * '\\\\\\\\\\\\\\\\u0000'.length,
    /** Whether what follows `text` could make it the secret. */
    mayBeginWith(text: string): boolean {
      let at = 0;
      for (const spellings of next) {
        if (at === text.length) return true;
        spellings.lastIndex = at;
        if (!spellings.test(text)) return UNFINISHED.test(text.slice(at));
        at = spellings.lastIndex;
      }
      return false;
    },
  };
}

/**
 * The bytes with every occurrence of the key replaced: a service that repeats it must not get it onto the disk, nor onto
 * the screen when what it escaped is read.
 */
export function withoutSecret(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | null,
): Uint8Array<ArrayBuffer> {
  if (secret === null || secret === '') return bytes;
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (![secret, '\\', '%'].some((sign) => haystack.includes(sign))) return bytes;
  // The key is ASCII, so that a byte-for-byte reading of the text loses nothing.
  const text = haystack.toString('latin1');
  const hidden = secretIn(secret).hide(text);
  return hidden === text ? bytes : new Uint8Array(Buffer.from(hidden, 'latin1'));
}

/** The headers of an answer without those that repeat the key: nothing that is read from them can show a part of it. */
export function headersWithoutSecret(headers: Headers, secret: string | null): Headers {
  if (secret === null || secret === '') return headers;
  const { hide } = secretIn(secret);
  return new Headers([...headers].filter(([, value]) => hide(value) === value));
}

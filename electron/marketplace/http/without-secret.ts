export const HIDDEN = '[access key]';

/** JSON in JSON doubles what escapes a character: four levels of it. An address in an address repeats `25`. */
const MOST_ESCAPES = 8;
const ESCAPES = `\\\\{1,${MOST_ESCAPES}}`;
const PERCENT = '%(?:25){0,3}';
const UNFINISHED = /^(?:\\{1,8}(?:u0{0,2}|u00[\da-f])?|%(?:25){0,3}[\da-f]?)$/iu;

/** One visible ASCII character in every way that encoders of JSON and of addresses write it. */
function spellingsOf(character: string): string {
  const { literal, percent, escaped } = partsOf(character);
  return `(?:${literal}|${ESCAPES}(?:${escaped})|${percent})`;
}

/**
 * The same without the backslashes before it, captured where these belong to it: looked for with them, an answer of
 * nothing but backslashes would be tried eight times at each.
 */
function beginningOf(character: string): string {
  const { literal, percent, escaped } = partsOf(character);
  return `(?:(?<=\\\\)(${escaped})|${literal}|${percent})`;
}

function partsOf(character: string): { literal: string; percent: string; escaped: string } {
  const literal = `\\x${hexOf(character)}`;
  const hex = [...hexOf(character)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
  const escaped = '/"\\'.includes(character) ? `u00${hex}|${literal}` : `u00${hex}`;
  return { literal, percent: `${PERCENT}${hex}`, escaped };
}

/** How many backslashes, of those that escape what stands at `index`, come after `from`. */
function backslashesBefore(text: string, index: number, from: number): number {
  let count = 0;
  while (count < MOST_ESCAPES && index - count > from && text[index - count - 1] === '\\') count++;
  return count;
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');

/** The secret (visible ASCII) wherever it stands in a text, however it is spelt. */
export function secretIn(secret: string) {
  const characters = [...secret].map(spellingsOf);
  const [, ...others] = characters;
  const anywhere = new RegExp(`${beginningOf(secret.charAt(0))}${others.join('')}`, 'g');
  const next = characters.map((spellings) => new RegExp(spellings, 'y'));
  return {
    hide(text: string): string {
      let hidden = '';
      let end = 0;
      for (const { index, 0: found, 1: escaped } of text.matchAll(anywhere)) {
        const before = escaped === undefined ? 0 : backslashesBefore(text, index, end);
        hidden += text.slice(end, index - before) + HIDDEN;
        end = index + found.length;
      }
      return end === 0 ? text : hidden + text.slice(end);
    },
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

/** So few characters of a key say nothing of it, and are kept: they may be what was paid for. */
const TELLS_NOTHING = 8;

/** The bytes of an answer that broke off, without the beginning of the key that they may end in. */
export function withoutBeginning(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | null,
): Uint8Array<ArrayBuffer> {
  if (secret === null || secret === '') return bytes;
  const { longest, mayBeginWith } = secretIn(secret);
  const tail = Buffer.from(bytes.subarray(-longest)).toString('latin1');
  let at = 0;
  while (at < tail.length && !mayBeginWith(tail.slice(at))) at++;
  const length = tail.length - at;
  return length < TELLS_NOTHING ? bytes : bytes.slice(0, bytes.length - length);
}

/** The headers of an answer without those that repeat the key: nothing that is read from them can show a part of it. */
export function headersWithoutSecret(headers: Headers, secret: string | null): Headers {
  if (secret === null || secret === '') return headers;
  const { hide } = secretIn(secret);
  return new Headers([...headers].filter(([, value]) => hide(value) === value));
}

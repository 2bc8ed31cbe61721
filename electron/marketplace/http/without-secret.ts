import { ownEntry } from '#shared/own-entry.ts';

export const HIDDEN = '[access key]';

/** JSON in JSON doubles what escapes a character: four levels of it. An address in an address repeats `25`. */
const MOST_ESCAPES = 8;
const ESCAPES = `\\\\{1,${MOST_ESCAPES}}`;
const PERCENT = '%(?:25){0,3}(?:u00)?';
/** A page within a page repeats `amp;`. */
const AMPERSANDS = '(?:amp;){0,3}';
const ZEROS = '0{0,6}';
/** What ends before it says which character it stands for. */
const UNFINISHED = new RegExp(
  `^\\x00?(?:${ESCAPES}(?:u(?:0{0,2}|00[\\da-f]|\\{${ZEROS}[\\da-f]{0,2})|x[\\da-f]?)?|%(?:25){0,3}(?:u0{0,2})?[\\da-f]?|(?:&|${ESCAPES}u0026)[#\\w;]{0,20})?$`,
  'i',
);
/** No spelling of a character is longer. */
const LONGEST_SPELLING = '\\\\\\\\\\\\\\\\u0026amp;amp;amp;#x00000000;\0'.length;

/** What pages write by name of the signs that keys have. */
const NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '/': 'sol',
  '+': 'plus',
  '=': 'equals',
};

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');

/** One visible ASCII character by itself, and as encoders of JSON, of addresses and of pages write it. */
function partsOf(character: string): { plain: string; escaped: string } {
  const literal = `\\x${hexOf(character)}`;
  const hex = [...hexOf(character)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
  const plain = `${literal}|${PERCENT}${hex}`;
  const escaped = `(?:u00|x)${hex}`;
  // Whatever escapes signs alone leaves letters and digits as they are.
  if (/[a-z\d]/iu.test(character)) return { plain, escaped };
  const number = `#(?:x${ZEROS}${hex}|${ZEROS}${character.charCodeAt(0)})`;
  const entity = `${AMPERSANDS}(?:${number}|${ownEntry(NAMES, character) ?? number});`;
  return {
    plain: `${plain}|&${entity}`,
    escaped: `${escaped}|u\\{${ZEROS}${hex}\\}|${literal}|u0026${entity}`,
  };
}

/** A character in every spelling. */
function spellingsOf(character: string): string {
  const { plain, escaped } = partsOf(character);
  return `(?:${plain}|${ESCAPES}(?:${escaped}))`;
}

/**
 * The same without the backslashes before it, captured where these belong to it: looked for with them, an answer of
 * nothing but backslashes would be tried eight times at each.
 */
function beginningOf(character: string): string {
  const { plain, escaped } = partsOf(character);
  return `(?:(?<=\\\\)(${escaped})|${plain})`;
}

/** How many backslashes, of those that escape what stands at `index`, come after `from`. */
function backslashesBefore(text: string, index: number, from: number): number {
  let count = 0;
  while (count < MOST_ESCAPES && index - count > from && text[index - count - 1] === '\\') count++;
  return count;
}

/** A shorter text may be a word, and is looked for as it was given alone. */
const NO_WORD = 16;

/**
 * The secret as text, and what stands for it where a service repeats a whole request in base64 (of three bytes each: it
 * begins at one of three places, and what it shares with its surroundings is left away) or in hexadecimal digits.
 */
function formsOf(secret: string): string[] {
  if (secret.length < NO_WORD) return [secret];
  const inBase64 = [0, 1, 2].map((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + secret);
    const coded = bytes.toString('base64url').slice([0, 2, 3][before]);
    return bytes.length % 3 === 0 ? coded : coded.slice(0, -1);
  });
  return [secret, ...inBase64, Buffer.from(secret).toString('hex')];
}

/** Base64 has two alphabets. */
const OTHERWISE: Readonly<Record<string, string>> = { '-': '+', _: '/' };

/** Where a text has two bytes for each character, nothing stands between them. */
const BETWEEN = '\\x00?';

/** Characters that are looked for all over a text, however long the secret is: the others are where those are found. */
const FIRST = 24;

/** Where `characters` one after another end in a text; null where they do not stand at `from`. */
function endOf(characters: readonly RegExp[], text: string, from: number): number | null {
  let at = from;
  for (const spellings of characters) {
    spellings.lastIndex = at;
    if (!spellings.test(text)) return null;
    at = spellings.lastIndex;
  }
  return at;
}

/** Whether a text is the beginning of `characters`, or could become it. */
function begins(characters: readonly RegExp[], text: string): boolean {
  let at = 0;
  for (const spellings of characters) {
    if (at === text.length) return true;
    spellings.lastIndex = at;
    if (!spellings.test(text)) return UNFINISHED.test(text.slice(at));
    at = spellings.lastIndex;
  }
  return false;
}

/** The secret (visible ASCII) wherever it stands in a text, however it is spelt. */
export function secretIn(secret: string) {
  const flags = secret.length < NO_WORD ? '' : 'i';
  const forms = formsOf(secret).map((form, index) => {
    const spelt = (character: string, spell: (one: string) => string): string => {
      if (index === 0) return spell(character);
      // Nothing escapes the letters and digits of these.
      const other = ownEntry(OTHERWISE, character);
      return other === undefined ? `\\x${hexOf(character)}` : `(?:${spell(character)}|${spell(other)})`;
    };
    const [first = '', ...others] = form;
    return {
      form,
      beginning: spelt(first, beginningOf),
      first: spelt(first, spellingsOf),
      others: others.map((character) => BETWEEN + spelt(character, spellingsOf)),
    };
  });
  const anywhere = new RegExp(
    forms.map(({ beginning, others }) => beginning + others.slice(0, FIRST - 1).join('')).join('|'),
    `${flags}g`,
  );
  const firsts = forms.map(({ form }) => `\\x${hexOf(form)}`);
  const starts = new RegExp(`[\\\\%&+/${firsts.join('')}]`, `${flags}g`);
  // Each character by itself is made where something begins as the secret does, which is seldom.
  const sticky = (source: string) => new RegExp(source, `${flags}y`);
  let made: { beginning: RegExp; first: RegExp; others: RegExp[] }[] | undefined;
  const characters = () => {
    made ??= forms.map(({ beginning, first, others }) => ({
      beginning: sticky(beginning),
      first: sticky(first),
      others: others.map(sticky),
    }));
    return made;
  };
  /** Where the secret that stands at `index` begins and ends; null where it is only its beginning. */
  const foundAt = (text: string, index: number, from: number): { start: number; end: number } | null => {
    for (const { beginning, others } of characters()) {
      const end = endOf([beginning, ...others], text, index);
      if (end === null) continue;
      beginning.lastIndex = index;
      const isEscaped = beginning.exec(text)?.slice(1).join('') !== '';
      return { start: index - (isEscaped ? backslashesBefore(text, index, from) : 0), end };
    }
    return null;
  };
  return {
    hide(text: string): string {
      let hidden = '';
      let done = 0;
      anywhere.lastIndex = 0;
      for (let match = anywhere.exec(text); match !== null; match = anywhere.exec(text)) {
        const found = foundAt(text, match.index, done);
        anywhere.lastIndex = found?.end ?? match.index + 1;
        if (found === null) continue;
        hidden += text.slice(done, found.start) + HIDDEN;
        done = found.end;
      }
      return done === 0 ? text : hidden + text.slice(done);
    },
    /** How many characters at the end of a text may be the beginning of the secret. */
    begunAtEnd(text: string): number {
      const tail = text.slice(-secret.length * LONGEST_SPELLING);
      for (const { index } of tail.matchAll(starts))
        if (characters().some(({ first, others }) => begins([first, ...others], tail.slice(index))))
          return tail.length - index;
      return 0;
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
  // The key is ASCII, so that a byte-for-byte reading of the text loses nothing.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const hidden = secretIn(secret).hide(text);
  return hidden === text ? bytes : new Uint8Array(Buffer.from(hidden, 'latin1'));
}

/** So few characters of a key say nothing of it, and are kept: they may be what was paid for. */
export const TELLS_NOTHING = 8;

/** The bytes of an answer that broke off, without the beginning of the key that they may end in. */
export function withoutBeginning(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | null,
): Uint8Array<ArrayBuffer> {
  if (secret === null || secret === '') return bytes;
  const length = secretIn(secret).begunAtEnd(Buffer.from(bytes).toString('latin1'));
  return length < TELLS_NOTHING ? bytes : bytes.slice(0, bytes.length - length);
}

/** The headers of an answer without those that repeat the key: nothing that is read from them can show a part of it. */
export function headersWithoutSecret(headers: Headers, secret: string | null): Headers {
  if (secret === null || secret === '') return headers;
  const { hide } = secretIn(secret);
  return new Headers([...headers].filter(([, value]) => hide(value) === value));
}

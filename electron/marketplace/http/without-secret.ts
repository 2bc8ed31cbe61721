import { ownEntry } from '#shared/own-entry.ts';

export const HIDDEN = '[access key]';

/** Each level of JSON in JSON doubles the backslashes: up to four levels. Nested URL encoding repeats `25`. Mail writes `=` for `%`. */
const MAX_ESCAPES = 8;
const ESCAPES = `\\\\{1,${MAX_ESCAPES}}`;
const PERCENT = '[%=](?:25){0,3}(?:u00)?';
/** Nested HTML repeats `amp;`. */
const AMPERSANDS = '(?:amp;){0,3}';
const ZEROS = '0{0,6}';
/**
 * Between two characters: the zero bytes of UTF-16 and UTF-32, the ends of lines, also as JSON and mail write them, and
 * the signs that set digits apart.
 */
const BETWEEN = `(?:\\x00|[\\s:]|=(?=[\\s\\\\])|${ESCAPES}[rn]){0,6}`;
const BETWEEN_AT_START = new RegExp(`^${BETWEEN}`, 'u');
/** An escape cut off before its character is known. */
const UNFINISHED = new RegExp(
  `^\\x00?(?:${ESCAPES}(?:u(?:0{0,2}|00[\\da-f]|\\{${ZEROS}[\\da-f]{0,2})|x[\\da-f]?|[0-7]{1,2})?|[%=](?:25){0,3}(?:u0{0,2})?[\\da-f]?|(?:&|${ESCAPES}u0026)[#\\w;]{0,20})?$`,
  'i',
);
/** The longest spelling of a character. */
const LONGEST_SPELLING = '\\\\\\\\\\\\\\\\u0026amp;amp;amp;#x00000000;\0'.length;

/** HTML's names of signs that keys contain. */
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

/** A visible ASCII character, plain and as JSON, URLs, HTML and scripts escape it. */
function partsOf(character: string): { plain: string; escaped: string } {
  const code = character.charCodeAt(0);
  const literal = `\\x${hexOf(character)}`;
  const hex = [...hexOf(character)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
  const number = `#(?:x${ZEROS}${hex}|${ZEROS}${code})`;
  const entity = `${AMPERSANDS}(?:${number}|${ownEntry(NAMES, character) ?? number});`;
  const escaped = `(?:u00|x)${hex}|u\\{${ZEROS}${hex}\\}|0?${code.toString(8)}|u0026${entity}`;
  return {
    plain: `${literal}|${PERCENT}${hex}|&${entity}`,
    // An escaped letter or digit is another character.
    escaped: /[a-z\d]/iu.test(character) ? escaped : `${escaped}|${literal}`,
  };
}

/** A pattern for a character in every spelling. */
function spellingsOf(character: string): string {
  const { plain, escaped } = partsOf(character);
  return `(?:${plain}|${ESCAPES}(?:${escaped}))`;
}

/**
 * The same without the leading backslashes, captured if they belong to it: searching with them would try each
 * position of a run of backslashes eight times.
 */
function beginningOf(character: string): string {
  const { plain, escaped } = partsOf(character);
  return `(?:(?<=\\\\)(${escaped})|${plain})`;
}

/** The number of backslashes escaping the match at `index`, after `from`. */
function backslashesBefore(text: string, index: number, from: number): number {
  let count = 0;
  while (count < MAX_ESCAPES && index - count > from && text[index - count - 1] === '\\') count++;
  return count;
}

/** A shorter secret may be an ordinary word, so only its plain form is replaced. */
const SHORTEST_ENCODED = 16;

/** A text in base64 at each of the three alignments, without the characters shared with its surroundings, and in hexadecimal. */
function encodedOf(text: string, alphabet: 'base64' | 'base64url'): string[] {
  const inBase64 = [0, 1, 2].map((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + text, 'latin1');
    const coded = bytes.toString(alphabet).replace(/=+$/u, '').slice([0, 2, 3][before]);
    return bytes.length % 3 === 0 ? coded : coded.slice(0, -1);
  });
  return [...inBase64, Buffer.from(text, 'latin1').toString('hex')];
}

/** The secret as text, as mail writes it, and encoded. */
function formsOf(secret: string): { form: string; isText: boolean }[] {
  const texts = new Set([secret, secret.replaceAll('=', '=3D')]);
  const encoded = secret.length < SHORTEST_ENCODED ? [] : encodedOf(secret, 'base64url');
  return [
    ...[...texts].map((form) => ({ form, isText: true })),
    ...encoded.map((form) => ({ form, isText: false })),
  ];
}

/**
 * The secret encoded twice: what {@link encodedOf} gives, or two bytes per character, encoded again. Of each there is one
 * spelling, so they are searched for as they are: patterns for them would take a second to compile.
 */
function twiceEncoded(secret: string): string[] {
  if (secret.length < SHORTEST_ENCODED) return [];
  const wide = Buffer.from(secret, 'utf16le').toString('latin1').slice(0, -1);
  const all = (['base64', 'base64url'] as const).flatMap((alphabet) => {
    const once = encodedOf(secret, alphabet);
    return [wide, ...once, once.at(-1)?.toUpperCase() ?? ''].flatMap((text) => {
      const again = encodedOf(text, alphabet);
      return [...again, again.at(-1)?.toUpperCase() ?? ''];
    });
  });
  return [...new Set(all)];
}

/** Base64's two alphabets. */
const BASE64_VARIANTS: Readonly<Record<string, string>> = { '-': '+', _: '/' };

/**
 * Characters searched for everywhere; the rest of a longer secret is checked only where these match. Each takes 5 ms of
 * compiling for a new key; the fewer there are, the more it costs where a service repeats them.
 */
const PREFIX_LENGTH = 16;

/** Where `characters` end in a text when matched from `from`; null if they do not match. */
function endOf(characters: readonly RegExp[], text: string, from: number): number | null {
  let at = from;
  for (const spellings of characters) {
    spellings.lastIndex = at;
    if (!spellings.test(text)) return null;
    at = spellings.lastIndex;
  }
  return at;
}

/** Whether a text is, or may become, a prefix of `characters`. */
function begins(characters: readonly RegExp[], text: string): boolean {
  let at = 0;
  for (const [count, spellings] of characters.entries()) {
    if (at === text.length) return true;
    spellings.lastIndex = at;
    if (!spellings.test(text)) {
      const rest = text.slice(at);
      // The end of a line after so few characters is not held back: they say nothing of the key.
      return UNFINISHED.test(count < HARMLESS_PREFIX ? rest : rest.replace(BETWEEN_AT_START, ''));
    }
    at = spellings.lastIndex;
  }
  return false;
}

/** The length of the longest beginning of `form` that ends `text`. */
function overlap(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length--)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}

/** What begins every escape. */
const ESCAPE = /[\\%&]|=(?:\s|[\da-f]{2}|u00)/iu;
/** In a longer text the pattern is worth its compiling. */
const MAX_SHORT_TEXT = 65_536;

/** A text without what may stand between characters where nothing is escaped, and with its variants as one. */
const withoutVariants = (text: string): string =>
  text
    .replaceAll(/[\0\s:]+/gu, '')
    .toLowerCase()
    .replaceAll('-', '+')
    .replaceAll('_', '/');

/** Finds the secret (visible ASCII) in a text, in every spelling. */
export function secretIn(secret: string) {
  const flags = secret.length < SHORTEST_ENCODED ? '' : 'i';
  const forms = formsOf(secret).map(({ form, isText }) => {
    const spelt = (character: string, spell: (one: string) => string): string => {
      if (isText) return spell(character);
      // Encoders leave letters and digits unchanged.
      const other = ownEntry(BASE64_VARIANTS, character);
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
    forms.map(({ beginning, others }) => beginning + others.slice(0, PREFIX_LENGTH - 1).join('')).join('|'),
    `${flags}g`,
  );
  const prefixes = forms.map(({ form }) => withoutVariants(form.slice(0, PREFIX_LENGTH)));
  /** Whether a short text without escapes holds no form's prefix. It says so without the pattern, whose compiling takes 8 ms. */
  const holdsNone = (text: string): boolean => {
    if (text.length > MAX_SHORT_TEXT || ESCAPE.test(text)) return false;
    const plain = withoutVariants(text);
    return !prefixes.some((prefix) => plain.includes(prefix));
  };
  // A secret that contains what reads like an escape is found as it is.
  const literals = [secret, ...twiceEncoded(secret)];
  const firsts = forms.map(({ form }) => `\\x${hexOf(form)}`);
  const starts = new RegExp(`[\\\\%=&+/${firsts.join('')}]`, `${flags}g`);
  // Compiled lazily: a match of the beginning is rare.
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
  /** The range of the secret at `index`; null if only its beginning is there. */
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
      for (
        let match = holdsNone(text) ? null : anywhere.exec(text);
        match !== null;
        match = anywhere.exec(text)
      ) {
        const found = foundAt(text, match.index, done);
        anywhere.lastIndex = found?.end ?? match.index + 1;
        if (found === null) continue;
        hidden += text.slice(done, found.start) + HIDDEN;
        done = found.end;
      }
      const once = done === 0 ? text : hidden + text.slice(done);
      return literals.reduce(
        (rest, form) => (rest.includes(form) ? rest.replaceAll(form, HIDDEN) : rest),
        once,
      );
    },
    /** The number of characters at the end of a text that may begin the secret. */
    begunAtEnd(text: string): number {
      const tail = text.slice(-secret.length * LONGEST_SPELLING);
      const ofLiterals = Math.max(0, ...literals.map((form) => overlap(text, form)));
      for (const { index } of tail.matchAll(starts)) {
        if (tail.length - index <= ofLiterals) break;
        if (characters().some(({ first, others }) => begins([first, ...others], tail.slice(index))))
          return tail.length - index;
      }
      return ofLiterals;
    },
  };
}

/**
 * The bytes with every occurrence of the key replaced, so that a service that echoes it cannot get it onto the disk
 * or screen.
 */
export function withoutSecret(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | null,
): Uint8Array<ArrayBuffer> {
  if (secret === null || secret === '') return bytes;
  // The key is ASCII, so Latin-1 decoding is lossless here.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const hidden = secretIn(secret).hide(text);
  return hidden === text ? bytes : new Uint8Array(Buffer.from(hidden, 'latin1'));
}

/** So short a prefix reveals nothing of the key and is kept: it may belong to a paid result. */
export const HARMLESS_PREFIX = 8;

/** The bytes of a truncated answer, without a beginning of the key at their end. */
export function withoutBeginning(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | null,
): Uint8Array<ArrayBuffer> {
  if (secret === null || secret === '') return bytes;
  const length = secretIn(secret).begunAtEnd(Buffer.from(bytes).toString('latin1'));
  return length < HARMLESS_PREFIX ? bytes : bytes.slice(0, bytes.length - length);
}

/** The headers without those that contain the key. */
export function headersWithoutSecret(headers: Headers, secret: string | null): Headers {
  if (secret === null || secret === '') return headers;
  const { hide } = secretIn(secret);
  return new Headers([...headers].filter(([, value]) => hide(value) === value));
}

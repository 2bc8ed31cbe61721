import { describe, expect, it } from 'vitest';
import { HIDDEN, headersWithoutSecret, withoutBeginning, withoutSecret } from './without-secret.ts';

const KEY = 'aek/live+1=.x';
const codeOf = (character: string) => character.charCodeAt(0).toString(16);
const everyCharacter = (write: (character: string) => string) => [...KEY].map(write).join('');

/** The ways in which encoders of JSON and of addresses write the same text. */
const WRITTEN: Readonly<Record<string, string>> = {
  'as it is': KEY,
  'with escaped slashes': KEY.replace('/', '\\/'),
  'with its symbols as code points': 'aek/live\\u002B1\\u003d.x',
  'with every character as a code point': everyCharacter((each) => `\\u00${codeOf(each)}`),
  'as JSON within JSON': 'aek\\\\/live\\\\u002b1\\\\u003D.x',
  'within an address': encodeURIComponent(KEY),
  'within an address, in small letters': encodeURIComponent(KEY).toLowerCase(),
};

describe.each(Object.entries(WRITTEN))('the key %s', (_, written) => {
  it('is hidden in a body, and nothing beside it is changed', () => {
    const body = `{"title":"é \\u002b ${written} %2B","end":"\\/"}`;
    expect(Buffer.from(withoutSecret(new Uint8Array(Buffer.from(body)), KEY)).toString()).toBe(
      `{"title":"é \\u002b ${HIDDEN} %2B","end":"\\/"}`,
    );
  });

  it('leaves no beginning where a body breaks off within it', () => {
    for (let length = 0; length < written.length; length++) {
      const body = Buffer.from(`{"title":"é ${written.slice(0, length)}`);
      const stored = Buffer.from(withoutBeginning(new Uint8Array(body), KEY)).toString();
      expect(stored).toBe(length < 8 ? body.toString() : '{"title":"é ');
    }
  });

  it('is in no header that is read', () => {
    const headers = new Headers({ 'x-ae-request-id': `r ${written}`, 'retry-after': '5' });
    expect([...headersWithoutSecret(headers, KEY)]).toEqual([['retry-after', '5']]);
  });
});

it.each(['{"a":"the end of it', '', KEY.slice(1, 12), `${KEY.slice(0, 12)}!`])(
  'nothing is taken from a body that breaks off after %j',
  (text) => {
    const body = new Uint8Array(Buffer.from(text));
    expect(withoutBeginning(body, KEY)).toBe(body);
    expect(withoutBeginning(body, null)).toBe(body);
  },
);

it('is not taken for text that differs from it in the case of a letter', () => {
  const body = new Uint8Array(Buffer.from(KEY.toUpperCase()));
  expect(withoutSecret(body, KEY)).toBe(body);
});

const LONG_KEY = 'aek_live/4fQ9z+Kd72mNx0aB=31pWq~';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const hex = (text: string) => Buffer.from(text).toString('hex');
const wide = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');
const entities = (write: (code: number) => string) =>
  LONG_KEY.replace(/[^\w]/gu, (sign) => write(sign.charCodeAt(0)));

/** What a service makes of the request that it repeats, and anybody turns back. */
const TURNED: Readonly<Record<string, string>> = {
  'in a page': entities((code) => `&#${code};`),
  'in a page, in hexadecimal': entities((code) => `&#x${code.toString(16).toUpperCase()};`),
  'in a page, by name': LONG_KEY.replace('/', '&sol;').replace('+', '&plus;').replace('=', '&equals;'),
  'in a page within a page': entities((code) => `&amp;#0${code};`),
  'in a page within JSON': entities((code) => `\\u0026#${code};`),
  'in YAML': entities((code) => `\\x${code.toString(16)}`),
  'in a script': entities((code) => `\\u{${code.toString(16)}}`),
  'in Markdown': LONG_KEY.replaceAll('_', '\\_'),
  'in an address of old': entities((code) => `%u00${code.toString(16)}`),
  'in capitals': LONG_KEY.toUpperCase(),
  'in small letters': LONG_KEY.toLowerCase(),
  'in hexadecimal digits': Buffer.from(LONG_KEY).toString('hex'),
  'in two bytes each': wide(LONG_KEY),
  'in two bytes each, the other way round': `\0${wide(LONG_KEY).slice(0, -1)}`,
  'in base64': base64(LONG_KEY),
  'in base64, as it was sent': base64(`Bearer ${LONG_KEY}`),
  'in base64, as a password': base64(`ada:${LONG_KEY}`),
  'in base64, as a name': base64(`${LONG_KEY}:`),
  'in base64 within JSON': base64(`x${LONG_KEY}/`).replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
  'in base64 within an address': encodeURIComponent(base64(`x${LONG_KEY}`)),
  'in base64, in lines': base64(`x${LONG_KEY}`).replace(/.{20}/gu, '$&\r\n'),
  'in base64, in lines within JSON': base64(`${LONG_KEY}:`).replace(/.{16}/gu, '$&\\n'),
  'in base64, in lines that are indented': base64(LONG_KEY).replace(/.{19}/gu, '$&\n    '),
  'in hexadecimal digits, in pairs': Buffer.from(LONG_KEY)
    .toString('hex')
    .replace(/..(?!$)/gu, '$& '),
  'in hexadecimal digits, between colons': Buffer.from(LONG_KEY)
    .toString('hex')
    .replace(/..(?!$)/gu, '$&:'),
  'in a page, every character': [...LONG_KEY].map((each) => `&#${each.charCodeAt(0)};`).join(''),
  'in a page, every character in hexadecimal': [...LONG_KEY].map((each) => `&#x${codeOf(each)};`).join(''),
  'in YAML, every character': [...LONG_KEY].map((each) => `\\x${codeOf(each)}`).join(''),
  'in a script, every character': [...LONG_KEY].map((each) => `\\u{${codeOf(each)}}`).join(''),
  'in octal digits': [...LONG_KEY].map((each) => `\\${each.charCodeAt(0).toString(8)}`).join(''),
  'in four bytes each': [...LONG_KEY].map((each) => `\0\0\0${each}`).join(''),
  'in lines': LONG_KEY.replace(/.{12}/gu, '$&\r\n  '),
  'in lines within JSON': LONG_KEY.replace(/.{12}/gu, '$&\\n'),
  'spaced out': [...LONG_KEY].join(' '),
  'in a mail': LONG_KEY.replaceAll('=', '=3D').replaceAll('_', '=5F'),
  'in a mail, every character': [...LONG_KEY].map((each) => `=${codeOf(each).toUpperCase()}`).join(''),
  'in a mail, in lines': LONG_KEY.replaceAll('=', '=3D').replace(/.{9}/gu, '$&=\r\n'),
  'in base64 of base64': base64(base64(LONG_KEY)),
  'in base64 of base64, as a password': base64(`B:${base64(`a:${LONG_KEY}`)}`),
  'in base64 of base64 of addresses': base64url(`x${base64url(`y${LONG_KEY}`)}`),
  'in base64 of hexadecimal digits': base64(Buffer.from(LONG_KEY).toString('hex')),
  'in hexadecimal digits of base64': Buffer.from(base64(`k=${LONG_KEY}`)).toString('hex'),
  'in hexadecimal digits twice': hex(hex(LONG_KEY).toUpperCase()).toUpperCase(),
  'in base64 of two bytes each': Buffer.from(LONG_KEY, 'utf16le').toString('base64'),
  'in base64 of addresses': Buffer.from(`Bearer ${LONG_KEY}`).toString('base64url'),
};

describe.each(Object.entries(TURNED))('the key %s', (_, turned) => {
  const body = Buffer.from(`{"request":"${turned}"}`, 'latin1');

  it('is hidden in a body', () => {
    // Of base64, what is beside the key is left, with two characters that tell six bits of it at most.
    expect(Buffer.from(withoutSecret(new Uint8Array(body), LONG_KEY)).toString('latin1')).toMatch(
      /^\{"request":"[\0\w]{0,10}\[access key\][\0\w/+=%]{0,12}"\}$/u,
    );
  });

  it('is in no header that is read', () => {
    const headers = new Headers({ 'payment-required': turned.replace(/\0/gu, '').replace(/[\r\n]/gu, ' ') });
    expect([...headersWithoutSecret(headers, LONG_KEY)]).toEqual([]);
  });

  it('leaves no beginning where a body breaks off within it', () => {
    const broken = body.subarray(0, -12);
    expect(Buffer.from(withoutBeginning(new Uint8Array(broken), LONG_KEY)).toString('latin1')).toMatch(
      /^\{"request":"[\0\w]{0,10}$/u,
    );
  });
});

it('is hidden as it is where a part of it reads like an escape of mail', () => {
  const key = 'aek_live=3Dx=333=\\=20zzz';
  for (const written of [
    key,
    key.replaceAll('=', '=3D'),
    key.replaceAll('=', '=3D').replace(/.{7}/gu, '$&=\n'),
  ])
    expect(Buffer.from(withoutSecret(new Uint8Array(Buffer.from(`a ${written} b`)), key)).toString()).toBe(
      `a ${HIDDEN} b`,
    );
});

it('is found where its own beginning stands before it, however long it is', () => {
  const key = `${'ab'.repeat(20)}c${'d'.repeat(1_000)}`;
  const body = new Uint8Array(Buffer.from(`ab${key.slice(0, 900)}${key}`));
  expect(Buffer.from(withoutSecret(body, key)).toString()).toBe(`ab${key.slice(0, 900)}${HIDDEN}`);
});

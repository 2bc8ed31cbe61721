import { describe, expect, it } from 'vitest';
import { HIDDEN, headersWithoutSecret, withoutSecret } from './without-secret.ts';

const KEY = 'aek/live+1=.x';
const codeOf = (character: string) => character.charCodeAt(0).toString(16);
const everyCharacter = (write: (character: string) => string) => [...KEY].map(write).join('');

/** The ways in which encoders of JSON and of addresses write the same text. */
const WRITTEN: Readonly<Record<string, string>> = {
  'as it is': KEY,
  'with escaped slashes': KEY.replace('/', '\\/'),
  'with its symbols as code points': 'aek/live\\u002B1\\u003d.x',
  'with every character as a code point': everyCharacter((each) => `\\u00${codeOf(each)}`),
  'within an address': encodeURIComponent(KEY),
  'within an address, in small letters': encodeURIComponent(KEY).toLowerCase(),
};

describe.each(Object.entries(WRITTEN))('the key %s', (_, written) => {
  it('is hidden in a body, and nothing beside it is changed', async () => {
    const body = `{"title":"é \\u002b ${written} %2B","end":"\\/"}`;
    expect(Buffer.from(await withoutSecret(new Uint8Array(Buffer.from(body)), KEY, true)).toString()).toBe(
      `{"title":"é \\u002b ${HIDDEN} %2B","end":"\\/"}`,
    );
  });

  it('leaves no beginning where a body breaks off within it', async () => {
    for (let length = 0; length < written.length; length++) {
      const body = Buffer.from(`{"title":"é ${written.slice(0, length)}`);
      const stored = Buffer.from(await withoutSecret(new Uint8Array(body), KEY, false)).toString();
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
  async (text) => {
    const body = new Uint8Array(Buffer.from(text));
    expect(await withoutSecret(body, KEY, false)).toEqual(body);
    expect(await withoutSecret(body, null, false)).toEqual(body);
  },
);

it('is not taken for text that differs from it in the case of a letter', async () => {
  const body = new Uint8Array(Buffer.from(KEY.toUpperCase()));
  expect(await withoutSecret(body, KEY, true)).toEqual(body);
});

const LONG_KEY = 'aek_live/4fQ9z+Kd72mNx0aB=31pWq~';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const entities = (write: (code: number) => string) =>
  LONG_KEY.replace(/[^\w]/gu, (sign) => write(sign.charCodeAt(0)));

/** What a service makes of the request that it repeats by accident. */
const TURNED: Readonly<Record<string, string>> = {
  'in a page': entities((code) => `&#${code};`),
  'in a page, in hexadecimal': entities((code) => `&#x${code.toString(16).toUpperCase()};`),
  'in a page, by name': LONG_KEY.replace('/', '&sol;').replace('+', '&plus;').replace('=', '&equals;'),
  'in a page, every character': [...LONG_KEY].map((each) => `&#${each.charCodeAt(0)};`).join(''),
  'in a page, every character in hexadecimal': [...LONG_KEY].map((each) => `&#x${codeOf(each)};`).join(''),
  'in an address, every character': [...LONG_KEY].map((each) => `%${codeOf(each)}`).join(''),
  'in hexadecimal digits': Buffer.from(LONG_KEY).toString('hex'),
  'in hexadecimal digits, in capitals': Buffer.from(LONG_KEY).toString('hex').toUpperCase(),
  'in base64': base64(LONG_KEY),
  'in base64, as it was sent': base64(`Bearer ${LONG_KEY}`),
  'in base64, as a password': base64(`ada:${LONG_KEY}`),
  'in base64, as a name': base64(`${LONG_KEY}:`),
  'in base64 within JSON': base64(`x${LONG_KEY}/`).replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
  'in base64 within an address': encodeURIComponent(base64(`x${LONG_KEY}`)),
  'in base64 of addresses': Buffer.from(`Bearer ${LONG_KEY}`).toString('base64url'),
};

describe.each(Object.entries(TURNED))('the key %s', (_, turned) => {
  const body = Buffer.from(`{"request":"${turned}"}`, 'latin1');

  it('is hidden in a body', async () => {
    // Of base64, what is beside the key is left, with two characters that tell six bits of it at most.
    expect(Buffer.from(await withoutSecret(new Uint8Array(body), LONG_KEY, true)).toString('latin1')).toMatch(
      /^\{"request":"[\0\w]{0,10}\[access key\][\0\w/+=%]{0,12}"\}$/u,
    );
  });

  it('is in no header that is read', () => {
    const headers = new Headers({ 'payment-required': turned.replace(/\0/gu, '').replace(/[\r\n]/gu, ' ') });
    expect([...headersWithoutSecret(headers, LONG_KEY)]).toEqual([]);
  });

  it('leaves no beginning where a body breaks off within it', async () => {
    const broken = body.subarray(0, -12);
    expect(
      Buffer.from(await withoutSecret(new Uint8Array(broken), LONG_KEY, false)).toString('latin1'),
    ).toMatch(/^\{"request":"[\0\w]{0,10}$/u);
  });
});

it('is hidden as it is where a part of it reads like an escape', async () => {
  const key = 'aek_live%41&amp;\\u0041&#65;=zzz';
  for (const written of [key, encodeURIComponent(key)])
    expect(
      Buffer.from(await withoutSecret(new Uint8Array(Buffer.from(`a ${written} b`)), key, true)).toString(),
    ).toBe(`a ${HIDDEN} b`);
});

it('is found where its own beginning stands before it, however long it is', async () => {
  const key = `${'ab'.repeat(20)}c${'d'.repeat(1_000)}`;
  const body = new Uint8Array(Buffer.from(`ab${key.slice(0, 900)}${key}`));
  expect(Buffer.from(await withoutSecret(body, key, true)).toString()).toBe(
    `ab${key.slice(0, 900)}${HIDDEN}`,
  );
});

it('is found across the pieces in which a large body is searched, and other work is done meanwhile', async () => {
  const edge = 64 * 1024;
  for (const before of [edge - 5, edge - LONG_KEY.length, edge]) {
    let turns = 0;
    let over = false;
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const body = new Uint8Array(Buffer.from(`${'x'.repeat(before)}${LONG_KEY}${'y'.repeat(4 * edge)}`));
    const hidden = Buffer.from(await withoutSecret(body, LONG_KEY, true)).toString();
    over = true;
    expect(hidden).toBe(`${'x'.repeat(before)}${HIDDEN}${'y'.repeat(4 * edge)}`);
    expect(turns).toBeGreaterThanOrEqual(4);
  }
});

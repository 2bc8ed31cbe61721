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

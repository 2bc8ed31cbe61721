import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hidingInStream } from './hidden-in-stream.ts';

const KEY = 'aek-aab-aek';
/** So much of it at the end of a stream is a part of it. */
const BEGUN = /aek-aab-(?:ae?)?$/u;

test('the key never comes out of a stream, however it is cut into pieces, and nothing else is lost', () => {
  const part = fc.oneof(
    fc.constant(KEY),
    fc.constant(KEY.slice(0, 7)),
    fc.string({ maxLength: 6 }),
    fc.constant('\n\n'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 30 }), (parts, cuts) => {
      const whole = Buffer.from(parts.join(''));
      const hider = hidingInStream(KEY);
      const out: Uint8Array[] = [];
      let at = 0;
      for (const cut of cuts) {
        out.push(hider.push(whole.subarray(at, at + cut)));
        at += cut;
      }
      out.push(hider.push(whole.subarray(at)), hider.end());
      const text = Buffer.concat(out).toString();
      expect(text).not.toContain(KEY);
      expect(text).toBe(whole.toString().replaceAll(KEY, '[access key]').replace(BEGUN, ''));
    }),
  );
});

test('the key never comes out in another spelling of JSON or of an address either', () => {
  const character = fc.constantFrom(
    (each: string) => each,
    (each: string) => `\\u00${each.charCodeAt(0).toString(16)}`,
    (each: string) => `\\\\u00${each.charCodeAt(0).toString(16).toUpperCase()}`,
    (each: string) => `%${each.charCodeAt(0).toString(16)}`,
  );
  const spelling = fc
    .array(character, { minLength: KEY.length, maxLength: KEY.length })
    .map((writes) => [...KEY].map((each, at) => writes[at]?.(each)).join(''));
  fc.assert(
    fc.property(
      spelling,
      fc.string({ maxLength: 6 }),
      fc.array(fc.nat(40), { maxLength: 30 }),
      (spelt, end, cuts) => {
        const whole = Buffer.from(`before ${spelt} ${end}`);
        const hider = hidingInStream(KEY);
        const out: Uint8Array[] = [];
        let at = 0;
        for (const cut of cuts) {
          out.push(hider.push(whole.subarray(at, at + cut)));
          at += cut;
        }
        out.push(hider.push(whole.subarray(at)), hider.end());
        expect(Buffer.concat(out).toString()).toBe(`before [access key] ${end}`);
      },
    ),
  );
});

test('an event at the end of a piece is not kept waiting for the next one', () => {
  const hider = hidingInStream(KEY);
  const event = 'data: {"a": 1}\n\n';
  expect(Buffer.from(hider.push(Buffer.from(event))).toString()).toBe(event);
});

test('the key does not come out of a stream that ends within it', () => {
  const long = 'aek_live/4fQ9z+Kd72mNx0aB=31pWq';
  for (const written of [long, Buffer.from(`Bearer ${long}`).toString('base64')]) {
    const hider = hidingInStream(long);
    const out = [hider.push(Buffer.from(`data: ${written.slice(0, -4)}`)), hider.end()];
    expect(Buffer.concat(out).toString()).toMatch(/^data: (?:QmVhcmVyIG)?$/u);
  }
});

test('without a key everything passes as it is', () => {
  const bytes = Buffer.from('anything');
  expect(hidingInStream(null).push(bytes)).toBe(bytes);
  expect(hidingInStream('').push(bytes)).toBe(bytes);
});

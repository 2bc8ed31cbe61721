import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costHere, slownessHere } from '#shared/testing/cost-here.ts';
import { proves } from '#shared/testing/proves.ts';
import { TIME_BUDGET_MS } from '../../log/time-budget.ts';
import { headersWithoutSecret, secretFilter } from './without-secret.ts';

const KEY = 'aek-aab-aek';
const LONG_KEY = 'aek_live/4fQ9z+Kd72mNx0aB=31pWq~aek_live/4fQ9z+Kd72mNx0aB=31pWq';
/** So much of it at the end of a stream is a part of it. */
const BEGUN = /aek-aab-(?:ae?)?$/u;

test('the key never comes out of a stream, however it is cut into pieces, and nothing else is lost', () => {
  const part = fc.oneof(
    fc.constant(KEY),
    fc.constant(KEY.slice(0, 7)),
    fc.string({ maxLength: 6 }),
    fc.constant('\n\n'),
  );
  proves(
    0.45,
    [fc.array(part, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 30 })],
    (parts, cuts) => {
      const whole = Buffer.from(parts.join(''));
      const filter = secretFilter(KEY);
      const out: Uint8Array[] = [];
      let at = 0;
      for (const cut of cuts) {
        out.push(filter.push(whole.subarray(at, at + cut)));
        at += cut;
      }
      out.push(filter.push(whole.subarray(at)), filter.end());
      const text = Buffer.concat(out).toString();
      expect(text).not.toContain(KEY);
      expect(text).toBe(whole.toString().replaceAll(KEY, '[access key]').replace(BEGUN, ''));
      return whole.includes(KEY);
    },
  );
});

test('the key never comes out in another spelling of JSON or of an address either', () => {
  const character = fc.constantFrom(
    (each: string) => each,
    (each: string) => `\\u00${each.charCodeAt(0).toString(16)}`,
    (each: string) => `&#x${each.charCodeAt(0).toString(16).toUpperCase()};`,
    (each: string) => `&#0${each.charCodeAt(0)};`,
    (each: string) => `%${each.charCodeAt(0).toString(16)}`,
  );
  const spelling = fc
    .array(character, { minLength: KEY.length, maxLength: KEY.length })
    .map((writes) => [...KEY].map((each, at) => writes[at]?.(each)).join(''));
  proves(
    0.5,
    [spelling, fc.string({ maxLength: 6 }), fc.array(fc.nat(40), { maxLength: 30 })],
    (spelt, end, cuts) => {
      const whole = Buffer.from(`before ${spelt} ${end}`);
      const filter = secretFilter(KEY);
      const out: Uint8Array[] = [];
      let at = 0;
      for (const cut of cuts) {
        out.push(filter.push(whole.subarray(at, at + cut)));
        at += cut;
      }
      out.push(filter.push(whole.subarray(at)), filter.end());
      expect(Buffer.concat(out).toString()).toBe(`before [access key] ${end}`);
      return cuts.length > 1;
    },
  );
});

test('an event at the end of a piece is not kept waiting for the next one', () => {
  const filter = secretFilter(KEY);
  const event = 'data: {"a": 1}\n\n';
  expect(Buffer.from(filter.push(Buffer.from(event))).toString()).toBe(event);
});

test('the key does not come out of a stream that ends within it', () => {
  const long = 'aek_live/4fQ9z+Kd72mNx0aB=31pWq';
  for (const written of [long, Buffer.from(`Bearer ${long}`).toString('base64')]) {
    const filter = secretFilter(long);
    const out = [filter.push(Buffer.from(`data: ${written.slice(0, -4)}`)), filter.end()];
    expect(Buffer.concat(out).toString()).toMatch(/^data: (?:QmVhcmVyIG)?$/u);
  }
});

test('without a key everything passes as it is', () => {
  const bytes = Buffer.from('anything');
  expect(secretFilter(null).push(bytes)).toEqual(bytes);
  expect(secretFilter('').push(bytes)).toEqual(bytes);
});

test('the search takes as long as the text, whatever the text repeats of the key', () => {
  const long = 'aek_live/4fQ9z+Kd72mNx0aB=31pWq~aek_live/4fQ9z+Kd72mNx0aB=31pWq';
  const forms = [long, Buffer.from(long).toString('base64'), Buffer.from(long).toString('hex')];
  const piece = fc.oneof(
    fc.tuple(fc.constantFrom(...forms), fc.nat(60)).map(([form, length]) => form.slice(0, length)),
    fc.constantFrom('\\', '\\\\', '\\u', '%', '%25', '&', '&#', '&amp;', '&#x2', '\\u002', 'a'),
  );
  const MB = 1024 * 1024;
  const costOf = (text: Buffer): number => {
    const { push } = secretFilter(long);
    const before = process.threadCpuUsage();
    for (let at = 0; at < text.length; at += 64 * 1024) push(text.subarray(at, at + 64 * 1024));
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  // Compiled before anything is measured.
  costOf(Buffer.alloc(2 * MB, '\\a'));
  proves(
    0.6,
    [fc.array(piece, { minLength: 1, maxLength: 5 })],
    (pieces) => {
      const repeated = pieces.join('') || 'a';
      // A quarter of a second for a megabyte would be eight seconds for the largest answer.
      expect(costOf(Buffer.alloc(MB, repeated))).toBeLessThan(250);
      return pieces.length > 1;
    },
    { numRuns: 60 },
  );
});

test('the headers of an answer are searched in no time, however many there are', () => {
  const flood = new Headers(
    Array.from({ length: 1_900 }, (_, at) => ['set-cookie', `a${at}=b`] as [string, string]),
  );
  flood.set('x-echo', `Bearer ${LONG_KEY}`);
  const cost = Math.min(
    ...[1, 2, 3].map(() =>
      costHere(() => expect(headersWithoutSecret(flood, LONG_KEY).has('x-echo')).toBe(false)),
    ),
  );
  expect(cost).toBeLessThan(TIME_BUDGET_MS * slownessHere());
});

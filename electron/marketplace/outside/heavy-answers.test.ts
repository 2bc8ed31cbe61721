import { afterAll, describe, expect, test } from 'vitest';
import { parseLight, readBody } from '../http/json-body.ts';
import { workedHere } from '../testing/worked-here.ts';
import { heavyAnswers } from './heavy-answers.ts';
import { openOutside } from './outside.ts';

const outside = openOutside();
afterAll(() => outside.close());
const readHeavy = heavyAnswers(outside);
const MB = 1024 * 1024;
const LARGEST = 32 * MB;

async function read(text: string, mayLeaveOut: boolean, maximumBytes = LARGEST) {
  const bytes = new TextEncoder().encode(text);
  const body = { bytes, secret: null, isComplete: true, mayLeaveOut };
  const { json, ...came } = await readBody(body, maximumBytes, readHeavy, 'json');
  // Whatever is handed over of it, the bytes are those that came.
  expect(Buffer.compare(came.bytes, bytes)).toBe(0);
  return json;
}

/** A list of about `megabytes` of what `item` gives. */
const list = (megabytes: number, item: (n: number) => string): string => {
  const items: string[] = [];
  for (let length = 0; length < megabytes * MB; length += (items.at(-1)?.length ?? 0) + 1)
    items.push(item(items.length));
  return `[${items.join()}]`;
};
const objectOf = (names: number): string =>
  `{${Array.from({ length: names }, (_, n) => `"k${n}":${n}`).join()}}`;

const OUTPUTS: readonly [string, string][] = [
  ['rows', list(2, (n) => `{"a${n}":1,"b${n}":2}`)],
  ['more names than are read in one turn', `[${objectOf(50_001)}]`],
  ['one object of 50,000 names', objectOf(50_000)],
  ['lists in lists', list(2, (n) => `[${n},[${n},[],{}],"x"]`)],
  ['names of prototypes', `{"__proto__":${list(2, (n) => `{"__proto__":${n}}`)},"constructor":1}`],
  ['a text of 8 MB', `"${'x'.repeat(8 * MB)}"`],
];
const AROUND = { kind: 'completed', callRef: 'call-1', usage: { amount: { units: '22000' } } };

describe('a heavy answer to an order', () => {
  test.each(OUTPUTS)(
    'of %s is read without what is too large, and holds this process for a moment only',
    async (_, output) => {
      const around = JSON.stringify(AROUND).slice(0, -1);
      let json: unknown;
      const { parsed } = await workedHere(async () => {
        json = await read(`${around},"output":${output},"receipt":{"state":"settled"}}`, true);
      });
      expect(parsed).toEqual([]);
      expect(json).toMatchObject({ ok: true, value: { ...AROUND, receipt: { state: 'settled' } } });
      const { value } = json as { value: { output: unknown } };
      expect(value.output).toBeTypeOf('object');
      expect(JSON.stringify(value).length).toBeLessThan(10_000);
    },
  );

  test('within wrappers is read as well, and a long list of other things is no list', async () => {
    const rows = list(2, () => '1');
    expect(await read(`{"result":{"call":{"kind":"completed","output":{"data":${rows}}}}}`, true)).toEqual({
      ok: true,
      value: {
        result: { call: { kind: 'completed', output: { data: { leftOut: expect.any(String) } } } },
      },
    });
    expect(await read(`{"items":${rows}}`, true)).toEqual({
      ok: true,
      value: { items: { leftOut: expect.any(String) } },
    });
  });
});

describe('any other heavy answer', () => {
  test('is refused, in words, as one of more values than its size lets expect', async () => {
    const refused = { ok: false, why: 'it holds more than Milepost reads at once' };
    expect(await read(`{"items":${list(2, () => '1')}}`, false)).toEqual(refused);
    const brackets = list(8, () => '[]');
    expect(await read(brackets, true, 8 * MB)).toEqual(refused);
    expect(await read(`${list(2, () => '1')}]`, true)).toEqual({ ok: false, why: 'it is not JSON' });
  });
});

test('a whole page of the largest award search is parsed at once', () => {
  const row = (n: number) => ({
    ...{ ID: `record-${n}`, Source: 'united', Date: '2027-03-01', JAvailable: true, JMileageCost: '70000' },
    ...{ JRemainingSeats: 2, JDirect: true, JAirlines: 'UA, LH' },
    Route: Object.fromEntries(
      ['OriginAirport', 'DestinationAirport', 'OriginRegion', 'DestinationRegion', 'Source'].map((name) => [
        name,
        'North America',
      ]),
    ),
  });
  const data = Array.from({ length: 1_000 }, (_, n) => row(n));
  const page = { count: 1_000, cursor: 1, hasMore: true, data };
  expect(parseLight(new TextEncoder().encode(JSON.stringify(page)))).toEqual({ ok: true, value: page });
});

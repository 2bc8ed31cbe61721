import { afterAll, describe, expect, test } from 'vitest';
import { parseAnswer } from '../http/json-body.ts';
import { workedHere } from '../testing/worked-here.ts';
import { heavyAnswers } from './heavy-answers.ts';
import { type Outside, openOutside } from './outside.ts';
import type { AnswerPiece } from './pieces.ts';

const outside = openOutside();
afterAll(() => outside.close());
/** The pieces that were taken over, each in a turn of the event loop of its own. */
let pieces: AnswerPiece[] = [];
const watched: Outside = {
  ...outside,
  run: async (job, input) => {
    const done = await outside.run(job, input);
    const given = done as { ok: boolean; value?: { piece?: AnswerPiece } };
    if (job === 'pieceOfAnswer' && given.value?.piece !== undefined) pieces.push(given.value.piece);
    return done;
  },
};
const readHeavy = heavyAnswers(watched);
const MB = 1024 * 1024;
const parse = (text: string, maximumBytes = 32 * MB) =>
  parseAnswer(new TextEncoder().encode(text), maximumBytes, readHeavy);

/** A list of about `megabytes` of what `item` gives. */
const list = (megabytes: number, item: (n: number) => string): string => {
  const items: string[] = [];
  for (let length = 0; length < megabytes * MB; length += (items.at(-1)?.length ?? 0) + 1)
    items.push(item(items.length));
  return `[${items.join()}]`;
};

/** An object of so many names. */
const objectOf = (names: number): string =>
  `{${Array.from({ length: names }, (_, n) => `"k${n}":${n}`).join()}}`;

const HEAVY: readonly [string, string][] = [
  ['names that are all different', list(2, (n) => `{"a${n}":1,"b${n}":2}`)],
  ['one object of 50,000 names', objectOf(50_000)],
  ['texts that are all different', list(2, (n) => `"text ${n}"`)],
  ['lists in lists', list(2, (n) => `[${n},[${n},[],{}],"x"]`)],
  ['a tree of lists', `[${Array.from({ length: 300 }, () => list(0.01, (n) => `${n}`)).join()}]`],
  ['a list at the end of a path', `{"a":{"b":[{"c":${list(2, (n) => `[${n}]`)},"d":1}]},"e":2}`],
  ['names of prototypes', `{"__proto__":${list(2, (n) => `{"__proto__":${n}}`)},"constructor":1}`],
  ['a text of 8 MB', `{"kind":"${'x'.repeat(8 * MB)}"}`],
];

/** How many values a value holds, itself among them. */
const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1)
    : 1;

/** What one piece may hold: some ten milliseconds of putting it into its place. */
const MAX_OF_PIECE = 30_000;

describe('a heavy answer', () => {
  test.each(HEAVY)(
    'of %s is the value that it is, and holds this process for a moment only',
    async (_, text) => {
      pieces = [];
      let read: unknown;
      const { parsed } = await workedHere(async () => {
        read = await parse(text);
      });
      expect(parsed).toEqual([]);
      for (const { items } of pieces) expect(valuesIn(items)).toBeLessThan(MAX_OF_PIECE);
      const all = valuesIn(JSON.parse(text));
      expect(pieces.length).toBeGreaterThanOrEqual(Math.floor(all / MAX_OF_PIECE));
      // Compared as text: what tells the order of names and names like "__proto__" apart.
      const value = (read as { ok: true; value: unknown }).value;
      expect(JSON.stringify(value) === JSON.stringify(JSON.parse(text))).toBe(true);
      expect(Object.getPrototypeOf(value)).toBe(Object.getPrototypeOf(JSON.parse(text)));
    },
  );

  test('of more values than its size lets expect is refused, in words', async () => {
    expect(
      await parse(
        list(8, () => '[]'),
        8 * MB,
      ),
    ).toEqual({
      ok: false,
      why: 'it holds more than Milepost reads at once',
    });
  });

  test('is refused where nobody else can parse it', async () => {
    const bytes = new TextEncoder().encode(HEAVY[0]?.[1]);
    expect(await parseAnswer(bytes, 32 * MB, undefined)).toMatchObject({ ok: false });
  });

  test('that is no JSON says so, and two at once are both read', async () => {
    const [broken, right] = await Promise.all([parse(`${list(2, () => '1')}]`), parse(list(2, () => '1'))]);
    expect(broken).toEqual({ ok: false, why: 'it is not JSON' });
    expect(right).toMatchObject({ ok: true });
  });
});

test('an answer with an object of more names than are read in one turn is refused, in words', async () => {
  expect(await parse(`{"kind":"completed","output":[${objectOf(50_001)}]}`)).toMatchObject({
    ok: false,
    why: expect.stringContaining('more than Milepost reads'),
  });
});

test('a whole page of the largest award search is parsed at once', async () => {
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
  const page = {
    count: 1_000,
    cursor: 1,
    hasMore: true,
    data: Array.from({ length: 1_000 }, (_, n) => row(n)),
  };
  expect(await parseAnswer(new TextEncoder().encode(JSON.stringify(page)), MB, undefined)).toEqual({
    ok: true,
    value: page,
  });
});

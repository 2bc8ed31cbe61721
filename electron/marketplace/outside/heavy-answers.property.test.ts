import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { parseAnswer } from '../http/json-body.ts';
import { hostileText } from '../testing/hostile-json.ts';
import { heavyAnswers } from './heavy-answers.ts';
import { openOutside } from './outside.ts';

const outside = openOutside();
afterAll(() => outside.close());
const readHeavy = heavyAnswers(outside);
const MB = 1024 * 1024;
const LARGEST = 32 * MB;

/** Some JSON, repeated until it is as large as wished. */
const SHAPES: Readonly<Record<string, (one: string, bytes: number) => string>> = {
  'a wide list': (one, bytes) =>
    `[${Array(Math.ceil(bytes / (one.length + 1)))
      .fill(one)
      .join()}]`,
  'an object of many names': (one, bytes) =>
    `{${Array.from({ length: Math.ceil(bytes / (one.length + 10)) }, (_, n) => `"n${n}":${one}`).join()}}`,
  'lists in lists': (one, bytes) => {
    const inner = `[${Array(100).fill(`[${one}]`).join()}]`;
    return `[${Array(Math.ceil(bytes / (inner.length + 1)))
      .fill(inner)
      .join()}]`;
  },
  'a chain of lists': (one, bytes) => `${'['.repeat(bytes / 2)}${one}${']'.repeat(bytes / 2)}`,
  'a long text': (one, bytes) => JSON.stringify(one.padEnd(bytes, '\u00e9')),
};

const heavy = fc.record({
  shape: fc.constantFrom(...Object.keys(SHAPES)),
  one: hostileText.filter((text) => text.length < 2_000),
  bytes: fc.integer({ min: 1_100_000, max: 4 * MB }),
  end: fc.constantFrom('', '', ']', '\u0000'),
  cut: fc.constantFrom(0, 0, 1, 1_000),
});

/** The longest text that this thread parses meanwhile: what another one parses does not hold this one. */
async function longestParsedHere(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await work();
    return Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
  } finally {
    parse.mockRestore();
  }
}

function plainly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('whatever a heavy answer holds', () => {
  it('it is the value that it is or is refused in words, this process goes on meanwhile, and so does the worker', async () => {
    await parseAnswer(new TextEncoder().encode('[]'), LARGEST, readHeavy);
    await provesInTime(
      0.15,
      [heavy],
      async ({ shape, one, bytes, end, cut }) => {
        const whole = `${SHAPES[shape]?.(one, bytes)}${end}`;
        const text = whole.slice(0, whole.length - cut);
        const encoded = new TextEncoder().encode(text);
        let read: unknown;
        const longest = await longestParsedHere(async () => {
          read = await parseAnswer(encoded, LARGEST, readHeavy);
        });
        const answer = read as Awaited<ReturnType<typeof parseAnswer>>;
        if (answer.ok) expect(JSON.stringify(answer.value) === JSON.stringify(plainly(text))).toBe(true);
        else expect(answer.why).toMatch(/^it (?:is|holds) |^what reads it/);
        expect(longest).toBeLessThan(100_000);
        const next = new TextEncoder().encode(`[${Array(50_000).fill('1').join()}]`);
        expect(await parseAnswer(next, LARGEST, readHeavy)).toMatchObject({ ok: true });
        return answer.ok;
      },
      { numRuns: propertyRuns(6, 30) },
    );
  }, 300_000);
});

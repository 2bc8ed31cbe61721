import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '#shared/testing/proves.ts';
import { beginningOf, rawResponseOf } from './beginning-of-answer.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

it('bytes that came in place of an answer are stored, as text where they are text', () => {
  expect(rawResponseOf(new TextEncoder().encode('{"half": "é'))).toEqual({ text: '{"half": "é' });
  expect(rawResponseOf(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: '\ufeffa' });
  expect(rawResponseOf(bytes(0x22, 0xff, 0x00))).toEqual({ base64: 'Iv8A' });
});

it('where nothing came there is nothing to store', () => {
  expect([rawResponseOf(undefined), rawResponseOf(bytes())]).toEqual([null, null]);
});

it('a long answer is cut, within no character, and it is said how long it was', () => {
  const cut = rawResponseOf(Buffer.from(`a${'é'.repeat(1_000_000)}`)) as { text: string; ofBytes: number };
  expect(cut.text).toMatch(/^aé{131071}$/u);
  expect(cut.ofBytes).toBe(2_000_001);
  expect(beginningOf(cut)).toBe(cut);
});

const json = fc.jsonValue({ maxDepth: 4 });

it('a detail within the bound is kept as it is, and a longer one is a beginning of it that says so', () => {
  proves(0.4, [json, fc.nat(60)], (value, most) => {
    const text = JSON.stringify(value);
    const stored = beginningOf(value, most);
    if (stored === value) return false;
    expect(stored).toHaveProperty('notStored');
    // A text is cut within a character at most, so that it takes a mark more than it had.
    expect(JSON.stringify(stored).length).toBeLessThan(most * 6 + 200);
    expect(text.length).toBeGreaterThan(most / 8);
    return true;
  });
});

it('what stands first of a long detail is kept: Milepost’s own', () => {
  const detail = { refusal: { code: 'a' }, status: 409, body: ['b'.repeat(900_000), { c: 1 }] };
  expect(beginningOf(detail)).toMatchObject({
    refusal: { code: 'a' },
    status: 409,
    notStored: expect.any(String),
  });
  // What stands around each part counts too.
  expect(beginningOf(Array(100).fill(''), 40)).toMatchObject({ beginning: Array(9).fill('') });
});

it('what is left out is not read', () => {
  let read = 0;
  const items = new Proxy(
    Array.from({ length: 1_000_000 }, (_, at) => ({ at })),
    {
      get: (all, name) => {
        if (typeof name === 'string' && /^\d/.test(name)) read++;
        return Reflect.get(all, name);
      },
    },
  );
  expect(beginningOf({ items })).toHaveProperty('notStored');
  expect(read).toBeGreaterThan(10_000);
  expect(read).toBeLessThan(100_000);
});

import { expect, it } from 'vitest';
import { rawResponseOf } from './beginning-of-answer.ts';

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
  expect(cut.text).toMatch(/^aé{32767}$/u);
  expect(cut.ofBytes).toBe(2_000_001);
});

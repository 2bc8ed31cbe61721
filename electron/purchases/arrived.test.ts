import { expect, it } from 'vitest';
import { arrivedOf } from './arrived.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

it('bytes that came in place of an answer are kept whole, as text where they are text', () => {
  expect(arrivedOf(new TextEncoder().encode('{"half": "é'))).toEqual({ text: '{"half": "é' });
  expect(arrivedOf(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: '\ufeffa' });
  expect(arrivedOf(bytes(0x22, 0xff, 0x00))).toEqual({ base64: 'Iv8A' });
});

it('where nothing came there is nothing to keep', () => {
  expect([arrivedOf(undefined), arrivedOf(bytes())]).toEqual([null, null]);
});

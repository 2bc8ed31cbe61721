import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proves } from '#shared/testing/proves.ts';
import { jsonScale } from './json-scale.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Counted from the value, as opposed to from the text. */
function counted(value: unknown): { depth: number; names: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, names: 0 };
  const inner = Object.values(value).map(counted);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    names:
      (Array.isArray(value) ? 0 : Object.keys(value).length) +
      inner.reduce((sum, { names }) => sum + names, 0),
  };
}

describe('the weight of JSON', () => {
  it('counts depth and names as they are, wherever the text is cut, whatever its texts hold', () => {
    proves(0.45, [fc.json({ maxDepth: 6 }), fc.nat()], (text, at) => {
      const whole = bytes(text);
      const scale = jsonScale();
      scale.weigh(whole.subarray(0, at % whole.length));
      expect(scale.weigh(whole.subarray(at % whole.length))).toMatchObject(counted(JSON.parse(text)));
      return text.length > 10;
    });
  });

  it('counts no bracket, comma or colon within a text', () => {
    expect(jsonScale().weigh(bytes('"[{,:\\"[{,:"'))).toEqual({ depth: 0, values: 0, names: 0 });
  });

  it('weighs all events of a stream together, each as a value of its own', () => {
    const scale = jsonScale({ events: true });
    for (const piece of ['data: {"a":1,"b":2}\n', '\ndata: {"a":', '{"b":1}}\r\n\r\n', 'data: [1]\n\n'])
      scale.weigh(bytes(piece));
    expect(scale.weigh(bytes(''))).toEqual({ depth: 2, values: 8, names: 4 });
  });

  it('weighs as much as a full message what holds many empty ones', () => {
    expect(jsonScale({ events: true }).weigh(bytes('data: {}\n\n'.repeat(1_000))).values).toBe(2_000);
  });

  it.each([':"\n', 'id: "\n', 'event: "\r', '\ufeff', ': a\r\n"\r\n', 'data: "\n'])(
    'weighs what a message of a stream holds, whatever stands before it: %j',
    (before) => {
      const scale = jsonScale({ events: true });
      for (const byte of bytes(`${before}data: ${'[],'.repeat(100)}\n\n`))
        scale.weigh(new Uint8Array([byte]));
      expect(scale.weigh(bytes(''))).toMatchObject({ depth: 1, values: 201 });
    },
  );
});

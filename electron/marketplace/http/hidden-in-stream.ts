import { HARMLESS_PREFIX, secretIn } from './without-secret.ts';

export type StreamHider = {
  /** The part of the stream that can be passed on, with the secret replaced. */
  push(chunk: Uint8Array): Uint8Array;
  /** The rest, without a significant part of the secret. */
  end(): Uint8Array;
};

/**
 * Replaces the key in a stream. Only a possible beginning of the key is held back for the next chunk, so that an
 * event at the end of a chunk is not delayed.
 */
export function hidingInStream(secret: string | null): StreamHider {
  const nothing = new Uint8Array(0);
  if (secret === null || secret === '') return { push: (chunk) => chunk, end: () => nothing };
  // The key is ASCII, so Latin-1 decoding is lossless here.
  const { hide, begunAtEnd } = secretIn(secret);
  let held = '';
  return {
    push: (chunk) => {
      const text = hide(held + Buffer.from(chunk).toString('latin1'));
      const holdBack = begunAtEnd(text);
      held = holdBack === 0 ? '' : text.slice(-holdBack);
      return new Uint8Array(Buffer.from(text.slice(0, text.length - holdBack), 'latin1'));
    },
    end: () => new Uint8Array(Buffer.from(held.length < HARMLESS_PREFIX ? held : '', 'latin1')),
  };
}

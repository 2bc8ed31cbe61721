import { secretIn, TELLS_NOTHING } from './without-secret.ts';

export type StreamHider = {
  /** What of the stream so far can be passed on with the secret replaced. */
  push(chunk: Uint8Array): Uint8Array;
  /** What was held back at its end, but for a part of the secret that says something of it. */
  end(): Uint8Array;
};

/**
 * Replaces the key in a body that arrives in pieces. Only what may be the key's beginning is held back until the next
 * piece, so that an event at the end of a piece is never kept waiting.
 */
export function hidingInStream(secret: string | null): StreamHider {
  const nothing = new Uint8Array(0);
  if (secret === null || secret === '') return { push: (chunk) => chunk, end: () => nothing };
  // The key is ASCII, so that a byte-for-byte reading of the text loses nothing.
  const { hide, begunAtEnd } = secretIn(secret);
  let held = '';
  return {
    push: (chunk) => {
      const text = hide(held + Buffer.from(chunk).toString('latin1'));
      const holdBack = begunAtEnd(text);
      held = holdBack === 0 ? '' : text.slice(-holdBack);
      return new Uint8Array(Buffer.from(text.slice(0, text.length - holdBack), 'latin1'));
    },
    end: () => new Uint8Array(Buffer.from(held.length < TELLS_NOTHING ? held : '', 'latin1')),
  };
}

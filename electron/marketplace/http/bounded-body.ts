import { setImmediate as nextTurn } from 'node:timers/promises';

/** In bytes, for one answer on a tool connection. Not in the session module, which loads a large protocol library. */
export const LARGEST_SESSION_ANSWER = 8 * 1024 * 1024;

/** Bytes joined in one turn of the event loop; the rest follows in later turns. */
const IN_ONE_TURN = 2 * 1024 * 1024;

export type BodyRead =
  | { ok: true; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; why: 'too_large' | 'broken'; bytes: Uint8Array<ArrayBuffer>; error: unknown };

/**
 * Reads a body up to `limit` bytes after decompression, then cancels the stream, so that an endless or exploding body
 * takes no more memory. Returns what was received even if the stream broke off.
 */
export async function readBounded(response: Response, limit: number): Promise<BodyRead> {
  if (response.body === null) return { ok: true, bytes: new Uint8Array(0) };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { ok: true, bytes: await joined(chunks, length) };
      if (length + value.byteLength > limit) {
        // Not awaited: a stream that never ends may never confirm its cancellation either.
        reader.cancel().catch(() => undefined);
        return { ok: false, why: 'too_large', bytes: new Uint8Array(0), error: null };
      }
      chunks.push(value);
      length += value.byteLength;
    }
  } catch (error) {
    return { ok: false, why: 'broken', bytes: await joined(chunks, length), error };
  }
}

async function joined(chunks: readonly Uint8Array[], length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  let turnEnds = IN_ONE_TURN;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
    if (offset < turnEnds) continue;
    await nextTurn();
    turnEnds = offset + IN_ONE_TURN;
  }
  return bytes;
}

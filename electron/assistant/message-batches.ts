import { isObject } from '#shared/json.ts';
import { errorOf, type Fault, faultOf, INVALID_REQUEST, REFUSED } from './message-fault.ts';

export type RpcMessage = { id?: unknown; method?: unknown; params?: { requestId?: unknown } };
/** Messages of one batch. */
const MAX_BATCH = 100;
const TOO_MANY = `A batch of more than ${MAX_BATCH} messages is not read.`;

type Batch = { left: Set<unknown>; answers: object[] };

/** The batches of a client (MCP 2025-03-26), each answered as one once all of its requests are (JSON-RPC 2.0, section 6). */
export function messageBatches(say: (answers: object[]) => void) {
  const open = new Set<Batch>();
  const finish = (batch: Batch): void => {
    if (batch.left.size > 0) return;
    open.delete(batch);
    // One of notifications alone is not answered.
    if (batch.answers.length > 0) say(batch.answers);
  };
  return {
    /** The messages of a batch, as lines, to be answered together; null where a line is none. */
    open(line: string): string[] | null {
      const parts = /^\s*\[/u.test(line) ? listOf(line) : null;
      if (parts === null || parts.length === 0) return null;
      if (parts.length > MAX_BATCH) {
        say([errorOf({ id: null, code: REFUSED, words: TOO_MANY })]);
        return [];
      }
      const faults = parts.map(faultInBatch);
      const messages = parts.filter((_, place) => faults[place] === null) as RpcMessage[];
      const requests = messages.filter(({ id, method }) => id !== undefined && method !== undefined);
      const batch = {
        left: new Set(requests.map(({ id }) => id)),
        answers: faults.filter((fault) => fault !== null).map(errorOf),
      };
      open.add(batch);
      finish(batch);
      return messages.map((message) => JSON.stringify(message));
    },
    /** Whether an answer belongs to a batch, which then holds it until it is complete. */
    take(answer: RpcMessage): boolean {
      const batch = [...open].find(({ left }) => left.has(answer.id));
      if (batch === undefined) return false;
      batch.left.delete(answer.id);
      batch.answers.push(answer);
      finish(batch);
      return true;
    },
    /** For a request that was cancelled, and is not answered. */
    forget(id: unknown): void {
      for (const batch of open) if (batch.left.delete(id)) finish(batch);
    },
  };
}

/** The handshake is no part of a batch. */
const faultInBatch = (part: unknown): Fault | null =>
  isObject(part) && part.method === 'initialize'
    ? { id: null, code: INVALID_REQUEST, words: 'The handshake stands alone.' }
    : faultOf(part);

function listOf(line: string): unknown[] | null {
  try {
    return JSON.parse(line) as unknown[];
  } catch {
    return null;
  }
}

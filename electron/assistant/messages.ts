import type { Readable, Writable } from 'node:stream';
import { deeperThan } from '#shared/deeper-than.ts';
import { isObject } from '#shared/json.ts';

/** JSON-RPC 2.0, section 5.1. */
const INVALID_REQUEST = -32_600;
const PARSE_ERROR = -32_700;
const INVALID_PARAMS = -32_602;
/** The server's own. */
const REFUSED = -32_000;

/** Characters of one message; a longer one is refused. */
export const MAX_MESSAGE = 1_000_000;

type Id = string | number;
type Fault = { id: Id | null; code: number; words: string };

/** Deeper messages are refused: whoever walks through them does so by recursion. */
const DEEPEST = 100;

/** A number beyond 2^53 would come back rounded, as the answer to another request. */
const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isSafeInteger(id);

/**
 * Calls `receive` for every message of a client, a line each. What is no message of JSON-RPC 2.0, or too long, is answered
 * here: the protocol library would drop it, and leave the client waiting, or end the connection.
 */
export function readMessages(input: Readable, output: Writable, receive: (line: string) => void): void {
  let held = '';
  input.setEncoding('utf8');
  input.on('data', (chunk: string) => {
    held += chunk;
    if (!chunk.includes('\n')) return;
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines.filter((each) => each.trim() !== '')) {
      const fault = faultOf(line);
      if (fault === null) receive(line);
      else answerWith(output, fault);
    }
  });
}

/** Answers every request of a client with the reason why nothing can be read, until the client leaves. */
export async function refuseAll(input: Readable, output: Writable, words: string): Promise<void> {
  readMessages(input, output, (line) => {
    const { id, method } = JSON.parse(line) as { id?: Id; method?: string };
    if (id !== undefined && method !== undefined) answerWith(output, { id, code: REFUSED, words });
  });
  await hasLeft(input, output);
}

/** Resolves once a client has closed one of its streams. */
export const hasLeft = (input: Readable, output: Writable): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['close', 'end', 'error']) input.once(event, () => resolve());
    for (const event of ['close', 'error']) output.once(event, () => resolve());
  });

const answerWith = (output: Writable, { id, code, words }: Fault): void =>
  void output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: words } })}\n`);

/** Why a line is no message, as far as a client that sent it has to be answered; null if it is one. */
function faultOf(line: string): Fault | null {
  const fault = (words: string, id: Id | null = null, code = INVALID_REQUEST): Fault => ({ id, code, words });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return fault('This line is not JSON.', null, PARSE_ERROR);
  }
  if (!isObject(value)) return fault('A message is a JSON object.');
  const { jsonrpc, id, method, params } = value;
  if (id !== undefined && !isId(id))
    return fault('The id of a request is a text, or a whole number below 2^53.');
  const known = id ?? null;
  if (line.length > MAX_MESSAGE)
    return fault(
      'This message has more than 1 MB, which is the most that Milepost reads. Ask for less.',
      known,
      REFUSED,
    );
  if (jsonrpc !== '2.0') return fault('Only JSON-RPC 2.0 is spoken here.', known);
  // Around the parameters stands the message itself.
  if (deeperThan(value, DEEPEST + 1))
    return fault(
      `This message is nested deeper than ${DEEPEST} levels.`,
      method === undefined ? null : known,
      INVALID_PARAMS,
    );
  if (method === undefined)
    return known !== null && ('result' in value || 'error' in value)
      ? null
      : fault('A request names its method.', known);
  if (typeof method !== 'string') return fault('The name of a method is a text.', known);
  if (params !== undefined && !isObject(params))
    return known === null ? null : fault('The parameters of a request are an object.', known, INVALID_PARAMS);
  const meta = params?._meta;
  if (meta !== undefined && !isObject(meta))
    return fault('The member _meta is an object.', known, INVALID_PARAMS);
  return null;
}

import { deeperThan } from '#shared/deeper-than.ts';
import { isObject } from '#shared/json.ts';

/** JSON-RPC 2.0, section 5.1. */
const INVALID_REQUEST = -32_600;
const PARSE_ERROR = -32_700;
const INVALID_PARAMS = -32_602;
/** The server's own. */
export const REFUSED = -32_000;

/** Characters of one message; a longer one is refused. */
export const MAX_MESSAGE = 1_000_000;

type Id = string | number;
export type Fault = { id: Id | null; code: number; words: string };

/** Deeper messages are refused: whoever walks through them does so by recursion. */
const DEEPEST = 100;

/** A number beyond 2^53 would come back rounded, as the answer to another request. */
export const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isSafeInteger(id);

/** As below, for a line of text. */
export function faultOfLine(line: string): Fault | null {
  try {
    return faultOf(JSON.parse(line));
  } catch {
    return { id: null, code: PARSE_ERROR, words: 'This line is not JSON.' };
  }
}

/**
 * Why a value is no message of JSON-RPC 2.0, as far as a client that sent it has to be answered; null if it is one. The
 * protocol library behind drops what it does not understand, and leaves the client waiting.
 */
function faultOf(value: unknown): Fault | null {
  const fault = (words: string, id: Id | null = null, code = INVALID_REQUEST): Fault => ({ id, code, words });
  if (!isObject(value)) return fault('A message is a JSON object.');
  const { jsonrpc, id, method, params } = value;
  if (id !== undefined && !isId(id))
    return fault('The id of a request is a text, or a whole number below 2^53.');
  const known = id ?? null;
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

export const errorOf = ({ id, code, words }: Fault) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: words },
});

import { isObject } from '#shared/json.ts';
import type { JsonObject } from './json.ts';
import { refuseWith } from './problem.ts';

/** The largest request body, in bytes. */
const BODY_LIMIT = 64 * 1024;

const tooLarge = () => refuseWith(413, 'payload_too_large', `The body is larger than ${BODY_LIMIT} bytes.`);

/** Reads a body as text; refuses a larger one with 413. */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) return tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) return tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return refuseWith(400, 'invalid_json', 'The body is not UTF-8.');
  }
}

/** Reads a JSON object; refuses another content type with 415, a larger body with 413, anything but an object with 400. */
export async function readJsonBody(request: Request, optional: boolean): Promise<JsonObject> {
  const contentType = request.headers.get('content-type');
  const text = contentType === null && optional ? await readBody(request) : undefined;
  if (text === '') return {};
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return refuseWith(415, 'unsupported_media_type', 'The body must be application/json.');
  }
  try {
    const body: unknown = JSON.parse(await readBody(request));
    if (isObject(body)) return body;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refuseWith(400, 'invalid_json', 'The body is not a JSON object.');
}

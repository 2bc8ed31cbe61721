import { isObject } from '#shared/json.ts';
import type { JsonObject } from './json.ts';
import { refuseWith } from './problem.ts';

/** Reads a JSON object; refuses another content type with 415, anything but an object with 400. */
export async function readJsonBody(request: Request, optional: boolean): Promise<JsonObject> {
  const contentType = request.headers.get('content-type');
  if (contentType === null && optional && (await request.text()) === '') return {};
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return refuseWith(415, 'unsupported_media_type', 'The body must be application/json.');
  }
  try {
    const body: unknown = await request.json();
    if (isObject(body)) return body;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refuseWith(400, 'invalid_json', 'The body is not a JSON object.');
}

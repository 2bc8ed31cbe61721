import type { ReadHeavy } from '../http/json-body.ts';
import { withoutSecret } from '../http/without-secret.ts';
import type { Outside } from './outside.ts';

/**
 * Searches heavy answers for the key and parses them in a process.
 * @param outside a process that compiles nothing foreign: it is given the key with each answer
 */
export const heavyAnswers =
  (outside: Outside): ReadHeavy =>
  async (body) => {
    const done = await outside.run('readAnswer', body);
    if (done.ok) return { bytes: done.value.bytes ?? body.bytes, json: done.value.json };
    // Nothing paid for is lost, and nothing is stored that was not searched.
    return { bytes: await withoutSecret(body.bytes, body.secret, false), json: done };
  };

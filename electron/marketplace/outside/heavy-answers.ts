import type { HeavyBody, JsonBody, ReadHeavy } from '../http/json-body.ts';
import { withoutSecret } from '../http/without-secret.ts';
import type { Outside } from './outside.ts';
import { createAssembler } from './pieces.ts';

/**
 * Searches heavy answers for the key and parses them in a process, and receives them in pieces, with other work in between.
 * @param outside a process that compiles nothing foreign: it is given the key with each answer
 */
export function heavyAnswers(outside: Outside): ReadHeavy {
  let last: Promise<unknown> = Promise.resolve();
  const read: ReadHeavy = async (body) => {
    const done = await outside.run('readAnswer', body);
    if (!done.ok) {
      // Nothing paid for is lost, and nothing is stored that was not searched.
      const bytes = await withoutSecret(body.bytes, body.secret, false);
      return { bytes, json: done };
    }
    return { bytes: done.value.bytes ?? body.bytes, json: await valueIn(done.value.json, body) };
  };

  async function valueIn(
    given: JsonBody & { id?: number; pieces?: number },
    { mostValues }: HeavyBody,
  ): Promise<JsonBody> {
    if (!given.ok || mostValues === null) return given;
    const { value, id = 0, pieces = 0, repeated } = given;
    const flagged = repeated === undefined ? {} : { repeated };
    if (pieces === 0) return { ok: true, value, ...flagged };
    const whole = createAssembler();
    for (let piece = 0; piece < pieces; piece++) {
      const taken = await outside.run('pieceOfAnswer', { id, piece });
      if (!taken.ok) return { ok: false, why: taken.why };
      if (!taken.value.open) return { ok: false, why: 'what reads it was ended' };
      whole.add(taken.value.piece);
    }
    return { ok: true, value: whole.value(), ...flagged };
  }

  // One at a time: the process holds only one answer.
  return (body) => {
    const done = last.then(() => read(body));
    last = done;
    return done;
  };
}

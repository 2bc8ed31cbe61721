import type { ParseHeavy } from '../http/json-body.ts';
import type { Outside } from './outside.ts';
import { createAssembler } from './pieces.ts';

/** Parses heavy answers in the worker and receives them in pieces, with other work in between. */
export function heavyAnswers(outside: Outside): ParseHeavy {
  let last: Promise<unknown> = Promise.resolve();
  const parse: ParseHeavy = async (bytes, mostValues) => {
    const parsed = await outside.run('parseAnswer', { bytes, mostValues });
    if (!parsed.ok) return parsed;
    if (!parsed.value.ok) return parsed.value;
    const { value, id, pieces, repeated } = parsed.value;
    const flagged = repeated === undefined ? {} : { repeated };
    if (pieces === 0) return { ok: true, value, ...flagged };
    const whole = createAssembler();
    for (let piece = 0; piece < pieces; piece++) {
      const given = await outside.run('pieceOfAnswer', { id, piece });
      if (!given.ok) return { ok: false, why: given.why };
      if (!given.value.open) return { ok: false, why: 'what reads it was ended' };
      whole.add(given.value.piece);
    }
    return { ok: true, value: whole.value(), ...flagged };
  };
  // One at a time: the worker holds only one answer.
  return (bytes, mostValues) => {
    const parsed = last.then(() => parse(bytes, mostValues));
    last = parsed;
    return parsed;
  };
}

import { randomUUID } from 'node:crypto';
import type { Crossing } from '#shared/contract/failure.ts';

/** An answer that is there, or the id under which it will be. */
export type NowOrLater = { now: Crossing<unknown> } | { later: string };

export type AnsweredLater = {
  /** Waits a moment for an answer; one that takes longer is left to be asked for. */
  soon(answer: Promise<Crossing<unknown>>): Promise<NowOrLater>;
  /** What became of it; undefined where there is no such id, or its answer was given already. */
  again(id: string): NowOrLater | undefined;
};

/** A page that went away fetches nothing more: what it asked for is forgotten after this long, in milliseconds. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;

/**
 * Answers that take long, such as those that wait for the marketplace. A browser holds six connections to a host: were
 * each kept open until its answer came, a marketplace that hangs would keep the page from reading what is saved here.
 */
export function answeredLater(patienceMs: number): AnsweredLater {
  const underWay = new Map<string, Crossing<unknown> | null>();
  return {
    soon: async (answer) => {
      let patience: NodeJS.Timeout | undefined;
      const tooLong = new Promise<null>((resolve) => {
        patience = setTimeout(() => resolve(null), patienceMs);
      });
      const first = await Promise.race([answer, tooLong]);
      clearTimeout(patience);
      if (first !== null) return { now: first };
      const id = randomUUID();
      underWay.set(id, null);
      void answer.then((crossing) => {
        underWay.set(id, crossing);
        setTimeout(() => underWay.delete(id), FORGOTTEN_AFTER_MS).unref();
      });
      return { later: id };
    },
    again: (id) => {
      const crossing = underWay.get(id);
      if (crossing === undefined) return undefined;
      if (crossing === null) return { later: id };
      underWay.delete(id);
      return { now: crossing };
    },
  };
}

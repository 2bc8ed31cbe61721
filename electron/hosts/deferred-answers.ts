import { randomUUID } from 'node:crypto';
import type { Crossing } from '#shared/contract/failure.ts';

/** An answer, or the ID under which it can be fetched later. */
export type NowOrLater = { now: Crossing<unknown> } | { later: string };

export type DeferredAnswers = {
  /** Waits briefly for an answer; returns an ID if it takes longer. */
  soon(answer: Promise<Crossing<unknown>>): Promise<NowOrLater>;
  /** The answer of this ID, if ready; undefined if the ID is unknown or its answer was fetched. */
  again(id: string): NowOrLater | undefined;
};

/** How long an unfetched answer is kept, in milliseconds; its page may be gone. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;

/**
 * Defers slow answers, such as those of the marketplace. A browser opens only six connections to a host, so a marketplace
 * that hangs would otherwise block the page from reading local data.
 */
export function deferredAnswers(patienceMs: number): DeferredAnswers {
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

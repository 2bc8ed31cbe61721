import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import { contractFailureOf } from '../marketplace/contract-failure.ts';
import type { Asking } from './asking.ts';
import { readFreshness } from './readers/freshness-reading.ts';

export type FreshnessRead = {
  kept(identity: string): CatalogueFreshness | null;
  /** Asks the service; throws what crosses the contract. */
  fromService(): Promise<CatalogueFreshness>;
  /** As of this moment, null where the service does not say. */
  now(): Promise<CatalogueFreshness | null>;
};

const NO_QUESTION = '';
const WORTH_TELLING_MS = 10 * 60_000;

export function createFreshnessRead(asking: Asking): FreshnessRead {
  const ask = () =>
    asking.ask(
      'freshness',
      NO_QUESTION,
      {},
      {
        telling: (answer) => {
          const { readAt: _, completedAt, ...lasting } = readFreshness(answer.body, answer.asOf);
          // A service that counts back from now names another instant each time it is asked.
          return [lasting, completedAt === null ? null : Math.floor(completedAt / WORTH_TELLING_MS)];
        },
        // A state that nobody has seen is one all the same: it does not leave "fresh" standing.
        readable: () => true,
      },
    );
  return {
    kept: (identity) => {
      const answer = asking.kept.read(identity, 'freshness', NO_QUESTION);
      return answer === null ? null : readFreshness(answer.body, answer.asOf);
    },
    fromService: async () => {
      const asked = await ask();
      if (!asked.ok) throw contractFailureOf(asked.failure);
      return readFreshness(asked.answer.body, asked.answer.asOf);
    },
    now: async () => {
      const asked = await ask();
      return asked.ok ? readFreshness(asked.answer.body, asked.answer.asOf) : null;
    },
  };
}

import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import { contractFailureOf } from '../marketplace/http/contract-failure.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import { readFreshness } from './readers/freshness-reading.ts';

export type FreshnessRead = {
  cached(identity: string): CatalogueFreshness | null;
  /** Asks the service; throws what crosses the contract. */
  fromService(): Promise<CatalogueFreshness>;
  /** As of this moment, null where the service does not say. */
  now(): Promise<CatalogueFreshness | null>;
};

const NO_QUESTION = '';
const WORTH_TELLING_MS = 10 * 60_000;

export function createFreshnessRead(reader: CatalogueReader): FreshnessRead {
  const ask = () =>
    reader.ask(
      'freshness',
      NO_QUESTION,
      {},
      {
        announced: (answer) => {
          const { readAt: _, completedAt, ...rest } = readFreshness(answer.body, answer.asOf);
          // A service that counts back from now names another instant each time it is asked.
          return [rest, completedAt === null ? null : Math.floor(completedAt / WORTH_TELLING_MS)];
        },
        // A state that nobody has seen is one all the same: it does not leave "fresh" standing.
        readable: () => true,
      },
    );
  return {
    cached: (identity) => {
      const answer = reader.cached.read(identity, 'freshness', NO_QUESTION);
      return answer === null ? null : readFreshness(answer.body, answer.asOf);
    },
    fromService: async () => {
      const reply = await ask();
      if (!reply.ok) throw contractFailureOf(reply.failure);
      return readFreshness(reply.answer.body, reply.answer.asOf, reply.answer.came);
    },
    now: async () => {
      const reply = await ask();
      return reply.ok ? readFreshness(reply.answer.body, reply.answer.asOf, reply.answer.came) : null;
    },
  };
}

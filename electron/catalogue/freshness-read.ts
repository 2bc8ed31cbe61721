import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import { contractFailureOf } from '../marketplace/http/contract-failure.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import { readFreshness } from './read-answers.ts';

export type FreshnessRead = {
  cached(identity: string): CatalogueFreshness | null;
  /** Requests it from the service. Throws `ContractFailure`. */
  fromService(): Promise<CatalogueFreshness>;
  /** The service's current freshness; null if it gives none. */
  now(): Promise<CatalogueFreshness | null>;
};

const NO_QUESTION = '';
/** Smaller changes of the completion time are not announced. */
const ANNOUNCED_STEP_MS = 10 * 60_000;

export function createFreshnessRead(reader: CatalogueReader): FreshnessRead {
  const request = () =>
    reader.request(
      'freshness',
      NO_QUESTION,
      {},
      {
        announced: (answer) => {
          const { readAt: _, completedAt, ...rest } = readFreshness(answer);
          // A service that computes the time from an age returns a slightly different one each time.
          return [rest, completedAt === null ? null : Math.floor(completedAt / ANNOUNCED_STEP_MS)];
        },
        // An unknown state must still replace a cached "fresh".
        readable: () => true,
      },
    );
  return {
    cached: (identity) => {
      const answer = reader.cached.read(identity, 'freshness', NO_QUESTION);
      return answer === null ? null : readFreshness(answer);
    },
    fromService: async () => {
      const reply = await request();
      if (!reply.ok) throw contractFailureOf(reply.failure);
      return readFreshness(reply.answer);
    },
    now: async () => {
      const reply = await request();
      return reply.ok ? readFreshness(reply.answer) : null;
    },
  };
}

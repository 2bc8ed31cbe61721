import type { JsonObject } from '../http/json.ts';
import { type Market, timeShown } from './market.ts';

const HOUR = 3_600_000;
const STALE_AFTER_MS = 36 * HOUR;

const AGE_HOURS = { fresh: 1, stale: 40, failed: 5, absent: undefined } as const;

/** When the catalogue was last read completely, with clock skew; undefined if never. */
function completedAt(market: Market): number | undefined {
  const { status, ageHours } = market.behaviour.catalogue;
  const hours = status === 'absent' ? undefined : (ageHours ?? AGE_HOURS[status]);
  return hours === undefined ? undefined : timeShown(market, market.clock()) - hours * HOUR;
}

export function catalogueStatus(market: Market): JsonObject {
  const { status, refreshState } = market.behaviour.catalogue;
  const completed = completedAt(market);
  const states = { fresh: 'complete', stale: 'complete', failed: 'failed', absent: 'none' };
  return {
    schemaVersion: 'catalogue-status:v1',
    status,
    refreshState: refreshState ?? states[status],
    ...(completed === undefined
      ? {}
      : {
          generation: `generation:${new Date(completed).toISOString().slice(0, 10)}`,
          completedAt: completed,
          ageHours: Math.round((timeShown(market, market.clock()) - completed) / HOUR),
        }),
    ...(status === 'failed' ? { lastError: 'directory_read_failed' } : {}),
  };
}

/** The `freshness` member of list and search answers. */
export function sourceFreshness(market: Market): JsonObject {
  const completed = completedAt(market);
  return {
    source: 'facilitator_directory',
    state: market.behaviour.catalogue.status,
    ...(completed === undefined ? {} : { completedAt: completed }),
    staleAfterMs: STALE_AFTER_MS,
  };
}

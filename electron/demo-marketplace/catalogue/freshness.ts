import type { JsonObject } from '../http/json.ts';
import type { Market } from './market.ts';

const HOUR = 3_600_000;
const STALE_AFTER_MS = 36 * HOUR;
/** Since the catalogue was last read completely. */
const AGE_HOURS = 1;

const completedAt = (market: Market): number => market.clock() - AGE_HOURS * HOUR;

export const catalogueStatus = (market: Market): JsonObject => ({
  schemaVersion: 'catalogue-status:v1',
  status: 'fresh',
  refreshState: 'complete',
  generation: `generation:${new Date(completedAt(market)).toISOString().slice(0, 10)}`,
  completedAt: completedAt(market),
  ageHours: AGE_HOURS,
});

/** The `freshness` member of list and search answers. */
export const sourceFreshness = (market: Market): JsonObject => ({
  source: 'facilitator_directory',
  state: 'fresh',
  completedAt: completedAt(market),
  staleAfterMs: STALE_AFTER_MS,
});

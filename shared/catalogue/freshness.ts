import { z } from 'zod';

/**
 * The states seen so far; `unknown` for any other, and for a *fresh* that the rest of the report contradicts (§4, rule
 * 3: the shape is not documented).
 */
export const CATALOGUE_STATES = ['fresh', 'stale', 'failed', 'absent', 'unknown'] as const;

/** A freshness report as far as it could be read. Times are UTC milliseconds. */
export const catalogueFreshnessSchema = z.object({
  status: z.enum(CATALOGUE_STATES),
  /** The service's own word for the state. */
  statusText: z.string(),
  refreshState: z.string().nullable(),
  completedAt: z.number().nullable(),
  lastError: z.string().nullable(),
  /** What in the report contradicts its *fresh*, as the end of a sentence; null where nothing does. */
  contradiction: z.string().nullable(),
  /** What in the report may say that something is left out, as the end of a sentence: it is fresh, and proves nothing (§1.4). */
  doubt: z.string().nullable(),
  /** When Milepost read this. */
  readAt: z.number(),
});
export type CatalogueFreshness = z.infer<typeof catalogueFreshnessSchema>;

const LABELS: Record<CatalogueFreshness['status'], string> = {
  fresh: 'Catalogue fresh',
  stale: 'Catalogue stale: some Tools or prices may have changed since',
  failed: 'Catalogue refresh failed at the service: what is listed may be out of date',
  absent: 'The service has no catalogue yet: nothing can be found or ruled out',
  unknown: 'Catalogue state not understood',
};

export function freshnessLabel(freshness: CatalogueFreshness | null): string {
  if (freshness === null) return 'Catalogue freshness not known yet';
  if (freshness.contradiction !== null) return `Catalogue called fresh, but ${freshness.contradiction}`;
  return freshness.status === 'unknown'
    ? `${LABELS.unknown}: “${freshness.statusText}”`
    : LABELS[freshness.status];
}

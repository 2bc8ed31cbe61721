import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';

const CERTAINTY: readonly CatalogueFreshness['status'][] = ['fresh', 'stale', 'unknown', 'failed', 'absent'];

/** Of what the service says of its catalogue and what an answer says of its source, the one that promises less. */
export function lessCertain(
  a: CatalogueFreshness | null,
  b: CatalogueFreshness | null,
): CatalogueFreshness | null {
  if (a === null || b === null) return a ?? b;
  return CERTAINTY.indexOf(a.status) >= CERTAINTY.indexOf(b.status) ? a : b;
}

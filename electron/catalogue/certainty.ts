import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';

const CERTAINTY: readonly CatalogueFreshness['status'][] = ['fresh', 'stale', 'unknown', 'failed', 'absent'];

/** The less certain of the catalogue's own freshness and that within an answer. */
export function lessCertain(
  a: CatalogueFreshness | null,
  b: CatalogueFreshness | null,
): CatalogueFreshness | null {
  if (a === null || b === null) return a ?? b;
  if (a.status === b.status) return { ...a, doubt: a.doubt ?? b.doubt };
  return CERTAINTY.indexOf(a.status) > CERTAINTY.indexOf(b.status) ? a : b;
}

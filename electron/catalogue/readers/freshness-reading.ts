import { CATALOGUE_STATES, type CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import { instant, label, member, membersOf } from '../../marketplace/reading.ts';
import { fold } from '../../marketplace/words.ts';

/** Reads a freshness report, the service's own or the one inside a list. A state that nobody has seen is `unknown`. */
export function readFreshness(body: unknown, readAt: number): CatalogueFreshness {
  const statusText = label(member(body, 'status', 'state')) ?? '';
  return {
    status: CATALOGUE_STATES.find((state) => state !== 'unknown' && state === fold(statusText)) ?? 'unknown',
    statusText: statusText === '' ? 'not told' : statusText.slice(0, 80),
    refreshState: label(member(body, 'refreshState')),
    completedAt: instant(member(body, 'completedAt')),
    lastError: label(member(body, 'lastError')),
    readAt,
  };
}

/** The freshness inside an answer; null where it carries none. */
export function freshnessInside(body: unknown, readAt: number): CatalogueFreshness | null {
  const inside = member(body, 'freshness');
  return membersOf(inside) === null ? null : readFreshness(inside, readAt);
}

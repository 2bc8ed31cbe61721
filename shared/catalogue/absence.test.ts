import { describe, expect, it } from 'vitest';
import { explainAbsence } from './absence.ts';
import { CATALOGUE_STATES, type CatalogueFreshness } from './freshness.ts';

const freshness = (status: CatalogueFreshness['status']): CatalogueFreshness => ({
  status,
  statusText: status,
  refreshState: null,
  completedAt: null,
  lastError: null,
  readAt: 0,
});

describe('not finding a Tool (§1.4)', () => {
  const cases = [...CATALOGUE_STATES, null].flatMap((status) =>
    [true, false].flatMap((whole) => [true, false].map((fromService) => ({ status, whole, fromService }))),
  );

  it.each(cases)(
    'with state $status, whole $whole, from the service $fromService',
    ({ status, whole, fromService }) => {
      const absence = explainAbsence({ freshness: status && freshness(status), whole, fromService });
      expect(absence.proven).toBe(status === 'fresh' && whole && fromService);
      if (!absence.proven)
        expect(absence.words).toMatch(/^Not found here, which does not show that no such Tool exists/);
    },
  );
});

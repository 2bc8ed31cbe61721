import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { changedFilter } from '../addresses/results-address.ts';
import { pathWith } from '../views/last-columns.ts';
import { usePlaces } from '../views/places.ts';

/** What is shown, narrowed to the route of one of its records; unchanged where that record names no route. */
export const routeOf = (
  { scope, filter }: CompareColumn,
  { origin, destination }: Pick<RecordRow, 'origin' | 'destination'>,
): CompareColumn => ({
  scope,
  filter:
    origin === '' || destination === ''
      ? filter
      : changedFilter(filter, { origins: [origin], destinations: [destination] }),
});

/** Shows the route of a record in Compare, beside what was compared last. */
export function useComparing(shown: CompareColumn): (record: RecordRow) => void {
  const [, navigate] = useLocation();
  const places = usePlaces();
  // What it is called with is not rendered again at each change of either.
  const latest = useRef({ shown, places });
  useLayoutEffect(() => {
    latest.current = { shown, places };
  });
  return useCallback(
    (record) => navigate(pathWith(routeOf(latest.current.shown, record), latest.current.places)),
    [navigate],
  );
}

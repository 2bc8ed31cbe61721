import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type ResultsAddress, readResultsAddress, resultsPath } from '../addresses/results-address.ts';
import { requestRows } from './table/selection-rows.ts';

/** Rows are requested as the address changes: the query library would begin only once the screen is rendered. */
function requestAddress(): void {
  if (window.location.pathname !== '/results') return;
  const { scope, view, filter, sort, group } = readResultsAddress(window.location.search);
  if (scope !== null && view === 'table') requestRows({ scope, filter, sort, group });
}
// Of the router, and of the browser for "back".
for (const event of ['pushState', 'replaceState', 'popstate'])
  window.addEventListener(event, requestAddress, { capture: true });

export type ChangeAddress = (change: Partial<ResultsAddress>, how?: 'push' | 'replace') => void;

/**
 * The state of Results, from the address, and a function that changes it. Filters and sorting replace the address, so
 * that "back" leaves the screen; opening something pushes it, so that "back" closes it.
 */
export function useResultsAddress(): [ResultsAddress, ChangeAddress] {
  const [, navigate] = useLocation();
  const search = useSearch();
  const read = useRef<{ search: string; address: ResultsAddress } | null>(null);
  if (read.current?.search !== search) {
    const address = readResultsAddress(search);
    // Unchanged parts stay the same objects, so that what depends only on them is not rendered again.
    read.current = { search, address: replaceEqualDeep(read.current?.address, address) };
  }
  const { address } = read.current;
  const change = useCallback<ChangeAddress>(
    (changed, how = 'replace') => {
      // Read again from the window: two changes in one tick must not undo each other.
      const now = readResultsAddress(window.location.search);
      navigate(resultsPath({ ...now, ...changed }), { replace: how === 'replace' });
    },
    [navigate],
  );
  return [address, change];
}

import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { unreadOfResults } from '../addresses/results-address.ts';
import { OutputScreen } from '../outputs/output-screen.tsx';
import { SavedSearches } from './saved/saved-searches.tsx';
import { ScopeView } from './scope-view.tsx';
import { useResultsAddress } from './use-results-address.ts';

/** The saved searches, or the scope that the address names. */
export function ResultsScreen() {
  const [path] = useLocation();
  return path === '/results/output' ? <OutputScreen /> : <AwardResults />;
}

function AwardResults() {
  const [address, change] = useResultsAddress();
  const search = useSearch();
  const unread = useMemo(() => unreadOfResults(search), [search]);
  if (address.scope === null) return <SavedSearches unread={unread} />;
  return <ScopeView scope={address.scope} address={address} unread={unread} change={change} />;
}

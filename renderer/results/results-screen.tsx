import { useLocation } from 'wouter';
import { OutputScreen } from '../outputs/output-screen.tsx';
import { SavedSearches } from './saved-searches.tsx';
import { ScopeView } from './scope-view.tsx';
import { useResultsAddress } from './use-results-address.ts';

/** Everything ever paid for: the saved searches, or what the address asks to see of one. */
export function ResultsScreen() {
  const [path] = useLocation();
  return path === '/results/output' ? <OutputScreen /> : <AwardResults />;
}

function AwardResults() {
  const [address, change] = useResultsAddress();
  if (address.scope === null) return <SavedSearches />;
  return <ScopeView scope={address.scope} address={address} change={change} />;
}

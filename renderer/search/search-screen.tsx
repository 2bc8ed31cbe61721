import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Screen } from '../components/screen.tsx';
import { SetupChecklist } from '../components/setup-checklist.tsx';
import { setupQuery } from '../components/setup-query.ts';
import { AwardSearchForm } from './award-search-form.tsx';
import { fillForm } from './form-store.ts';
import { RecentSearches } from './recent-searches.tsx';
import classes from './search.module.css';
import { Templates } from './templates.tsx';

/** Fills the form in from an address such as `/?request={…}`, which other screens link to, and clears the address. */
function useRequestFromAddress() {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const text = params.get('request');
  useEffect(() => {
    if (text === null) return;
    try {
      const request: unknown = JSON.parse(text);
      if (typeof request === 'object' && request !== null) fillForm({ ...request });
    } catch {
      // An address that was cut short fills nothing in.
    }
    navigate('/', { replace: true });
  }, [text, navigate]);
}

/** Step one of the main job: what to look for. */
export function SearchScreen() {
  useRequestFromAddress();
  const { data: setup } = useQuery(setupQuery);
  return (
    <Screen title="Search">
      <div className={classes.layout}>
        <div className={classes.column}>
          {setup && !setup.ready && <SetupChecklist />}
          <AwardSearchForm />
        </div>
        <aside className={classes.side} aria-label="Asked before and setup">
          <Templates />
          <RecentSearches />
          {setup?.ready && <SetupChecklist />}
        </aside>
      </div>
    </Screen>
  );
}

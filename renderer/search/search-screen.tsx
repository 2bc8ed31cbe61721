import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { objectOf } from '../addresses/codecs.ts';
import { SetupChecklist } from '../status/setup-checklist.tsx';
import { setupQuery } from '../status/setup-query.ts';
import { Screen } from '../ui/screen.tsx';
import type { UnreadPart } from '../ui/unread-address.tsx';
import { AwardSearchForm } from './award-search-form.tsx';
import { fillForm } from './form-store.ts';
import { RecentSearches } from './recent-searches.tsx';
import classes from './search.module.css';
import { Templates } from './templates/templates.tsx';

/**
 * Fills the form in from an address such as `/?request={…}`, which other screens link to, and clears the address.
 * Returns what of it could not be read.
 */
function useRequestFromAddress(): readonly UnreadPart[] {
  const [unread, setUnread] = useState<readonly UnreadPart[]>([]);
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const text = params.get('request');
  useEffect(() => {
    if (text === null) return;
    const request = objectOf(text);
    if (request === null) setUnread([{ part: 'request', instead: 'the form is as it was' }]);
    else fillForm(request);
    navigate('/', { replace: true });
  }, [text, navigate]);
  return unread;
}

/** Step one of the main job: what to look for. */
export function SearchScreen() {
  const unread = useRequestFromAddress();
  const { data: setup } = useQuery(setupQuery);
  // A network that comes and goes must not move the form; what it takes away is said beside the button that needs it.
  const isFirst = setup?.items.some(({ id, state }) => state !== 'met' && id !== 'marketplace') === true;
  return (
    <Screen title="Search" unread={unread}>
      <div className={classes.layout}>
        <div className={classes.column}>
          {isFirst && <SetupChecklist />}
          <AwardSearchForm />
        </div>
        <aside className={classes.side} aria-label="Asked before and setup">
          <Templates />
          <RecentSearches />
          {setup && !isFirst && <SetupChecklist />}
        </aside>
      </div>
    </Screen>
  );
}

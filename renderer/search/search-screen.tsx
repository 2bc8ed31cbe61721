import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { objectOf } from '../addresses/codecs.ts';
import { savedSearchesQuery } from '../records/saved-searches-query.ts';
import { RealService } from '../status/real-service.tsx';
import { statusQuery } from '../status/status-query.ts';
import { Screen } from '../ui/screen.tsx';
import type { UnreadPart } from '../ui/unread-address.tsx';
import { AwardSearchForm } from './award-search-form.tsx';
import { FirstMinute } from './first-minute.tsx';
import { fillForm } from './form-store.ts';
import { Proposals } from './proposals.tsx';
import { RecentSearches } from './recent-searches.tsx';
import classes from './search.module.css';
import { Templates } from './templates/templates.tsx';

/**
 * Fills in the form from an address such as `/?request={…}`, which other screens link to, and clears the address.
 * Returns what could not be read of it.
 */
function useRequestFromAddress(): readonly UnreadPart[] {
  const [unread, setUnread] = useState<readonly UnreadPart[]>([]);
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const text = params.get('request');
  const tool = params.get('tool') ?? undefined;
  useEffect(() => {
    if (text === null) return;
    const request = objectOf(text);
    if (request === null) setUnread([{ part: 'request', instead: 'the form is as it was' }]);
    else fillForm(request, tool);
    navigate('/', { replace: true });
  }, [text, tool, navigate]);
  return unread;
}

/** The first step of the main workflow: what to search for. */
export function SearchScreen() {
  const unread = useRequestFromAddress();
  const { data: status } = useQuery(statusQuery);
  const { data: searches } = useQuery(savedSearchesQuery);
  const quote = useRef<HTMLButtonElement>(null);
  const demo = status?.marketplace.demo ?? true;
  const isFirst = status !== undefined && searches?.length === 0;
  return (
    <Screen title="Search" unread={unread}>
      <div className={classes.layout}>
        <div className={classes.column}>
          {isFirst && <FirstMinute demo={demo} onFilled={() => quote.current?.focus()} />}
          {!demo && <RealService />}
          <AwardSearchForm quote={quote} />
        </div>
        <aside className={classes.side} aria-label="Searches to start from">
          <Proposals />
          <Templates />
          <RecentSearches />
          {demo && <RealService />}
        </aside>
      </div>
    </Screen>
  );
}

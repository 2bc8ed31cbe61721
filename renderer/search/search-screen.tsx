import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { searchAddress } from '../addresses/search-address.ts';
import { savedSearchesQuery } from '../records/queries.ts';
import { statusQuery } from '../status/queries.ts';
import { RealService } from '../status/real-service.tsx';
import { Screen } from '../ui/screen.tsx';
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
function useRequestFromAddress(): readonly string[] {
  const [unread, setUnread] = useState<readonly string[]>([]);
  const search = useSearch();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (search === '') return;
    const { request, tool } = searchAddress.read(search);
    setUnread(searchAddress.unread(search));
    if (request !== null) fillForm(request, tool ?? undefined);
    navigate('/', { replace: true });
  }, [search, navigate]);
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
        <Stack gap={16} miw={0}>
          {isFirst && <FirstMinute demo={demo} onFilled={() => quote.current?.focus()} />}
          {!demo && <RealService />}
          <AwardSearchForm quote={quote} />
        </Stack>
        <Stack component="aside" gap={16} miw={0} aria-label="Searches to start from">
          <Proposals />
          <Templates />
          <RecentSearches />
          {demo && <RealService />}
        </Stack>
      </div>
    </Screen>
  );
}

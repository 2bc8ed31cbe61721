import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'wouter';
import type { Run } from '#shared/contract/awards.ts';
import { formPath, formRequest } from '../addresses/form-path.ts';
import { useSearchAgain } from '../quote/search-again.ts';
import { watchingQuery } from '../records/queries.ts';
import { reversed } from '../records/reversed-search.ts';
import { blockedProps } from '../status/offline.ts';
import { useSavedSearchActs } from './saved/saved-search-acts.ts';

type SearchActionsProps = {
  criteria: Record<string, unknown>;
  run: Run;
};

/** Actions on the search shown: run it again, change it, run it in the other direction, watch it. */
export const SearchActions = memo(function SearchActions({ criteria, run }: SearchActionsProps) {
  const { obstacle, toolRef, input, again } = useSearchAgain(run);
  const form = formRequest({ criteria }, input?.take);
  const back = reversed(form);
  return (
    <>
      <Button
        size="xs"
        h={26}
        px={7}
        leftSection={<IconRefresh size={14} aria-hidden />}
        title={obstacle ?? 'Asks for a quote of the same search. Buys nothing.'}
        {...blockedProps(obstacle, '', again)}
      >
        Search again
      </Button>
      <Button component={Link} href={formPath(form, toolRef)} size="xs" h={26} px={7}>
        Edit search
      </Button>
      {back !== null && (
        <Button component={Link} href={formPath(back, toolRef)} size="xs" h={26} px={7}>
          Search the return
        </Button>
      )}
      <Watch searchId={run.searchId} />
    </>
  );
});

/** Adds the search to the watchlist, or removes it. */
function Watch({ searchId }: { searchId: number }) {
  const { data: watching } = useQuery(watchingQuery(searchId));
  const { watch } = useSavedSearchActs();
  const on = watching?.watched === true;
  return (
    <Button
      variant={on ? 'light' : 'default'}
      size="xs"
      h={26}
      px={7}
      aria-pressed={on}
      disabled={watching === undefined}
      leftSection={on ? <IconBookmarkFilled size={14} aria-hidden /> : <IconBookmark size={14} aria-hidden />}
      onClick={() => void watch([searchId], !on)}
    >
      {on ? 'Watching' : 'Watch'}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { promisingRefreshes, remainingUnder } from '#shared/award-analysis/promising-refreshes.ts';
import type { Watched } from '#shared/contract/watchlist.ts';
import { refreshOf } from '../permissions/refresh-labels.ts';
import { askForRefresh } from '../quote/batches/next-pages-sheet.ts';
import { blockedProps } from '../status/offline.ts';
import { statusQuery } from '../status/status-query.ts';
import { promiseSentences } from './promise-sentences.ts';

type PromisingButtonProps = { searches: readonly Watched[]; obstacle: string | null };

/**
 * Proposes the refreshes that promise most within what the limits leave, to be approved like any other set of
 * refreshes.
 */
export function PromisingButton({ searches, obstacle }: PromisingButtonProps) {
  const { data: status } = useQuery(statusQuery);
  if (status === undefined || searches.length < 2) return null;
  const { limits, today, month } = status.spending;
  const budget = remainingUnder(limits, { today, month });
  const propose = () => {
    // What cannot be bought now uses none of the budget.
    const { searches: buyable, leftOut } = refreshOf(searches, limits);
    const within = new Set(buyable.map(({ searchId }) => searchId));
    const offers = searches
      .filter(({ searchId }) => within.has(searchId))
      .map((search) => ({ search, cost: search.refresh.cost, chance: search.chance }));
    const promising = promisingRefreshes(offers, budget.left);
    askForRefresh({
      searches: refreshOf(promising.chosen.map(({ search }) => search)).searches,
      leftOut,
      promise: promiseSentences(promising, budget),
    });
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconSparkles size={14} aria-hidden />}
      {...blockedProps(obstacle, 'refresh-obstacle', propose)}
    >
      Refresh what promises most…
    </Button>
  );
}

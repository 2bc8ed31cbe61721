import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MIN_REFRESHES_FOR_CHANCE } from '#shared/award-analysis/change-chance.ts';
import { remainingUnder } from '#shared/award-analysis/remaining-under.ts';
import type { Watched } from '#shared/contract/watchlist.ts';
import { plural } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { type WatchedChoice, worthReading } from '#shared/planning/advice.ts';
import { refreshOf } from '../permissions/refresh-labels.ts';
import { askForRefresh } from '../quote/batches/next-pages-sheet.ts';
import { blockedProps } from '../status/offline.ts';
import { statusQuery } from '../status/status-query.ts';

type WorthReadingButtonProps = { searches: readonly Watched[]; obstacle: string | null };

/** Proposes the watched searches that are worth most within what the limits leave, chosen as for a trip. */
export function WorthReadingButton({ searches, obstacle }: WorthReadingButtonProps) {
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
      .map((search) => ({ search, cost: search.refresh.cost, likely: search.chance?.likely ?? null }));
    const worth = worthReading(offers, budget.left);
    askForRefresh({
      searches: refreshOf(worth.chosen.map(({ search }) => search)).searches,
      leftOut,
      promise: sentences(worth, budget),
    });
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconSparkles size={14} aria-hidden />}
      {...blockedProps(obstacle, 'refresh-obstacle', propose)}
    >
      Worth reading next…
    </Button>
  );
}

/** Why these and no others. */
function sentences(
  { chosen, cost, tooFew, unpriced, beyond }: WatchedChoice<unknown>,
  { left, by }: ReturnType<typeof remainingUnder>,
): string[] {
  const of = (count: number) => plural(count, 'search', 'searches');
  const budget = `With ${amountLabel(left)} left ${by === 'day' ? 'today' : 'this month'}`;
  return [
    chosen.length === 0
      ? `${budget}, no search promises news.`
      : `${budget}, ${chosen.length === 1 ? 'this search promises' : `these ${of(chosen.length)} promise`} most for the price, by how often each changed before: at most ${amountLabel(cost)}.`,
    ...(beyond > 0 ? [`${of(beyond)} promise less for their price.`] : []),
    ...(tooFew > 0
      ? [
          `Of ${of(tooFew)} there are too few refreshes to say: at least ${MIN_REFRESHES_FOR_CHANCE} are needed.`,
        ]
      : []),
    ...(unpriced > 0 ? [`Of ${of(unpriced)} no price in ${left.currency} is known.`] : []),
  ];
}

import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { remainingUnder } from '#shared/award-analysis/remaining-under.ts';
import type { WorthNext } from '#shared/contract/planning.ts';
import type { Watched } from '#shared/contract/watchlist.ts';
import { plural } from '#shared/formats.ts';
import { type Amount, amountLabel, multiplyAmount } from '#shared/money.ts';
import { type CommonChoice, type CommonOffer, worthReading } from '#shared/planning/advice.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import { adviceReason, adviceTitle } from '#shared/records/advice-labels.ts';
import { api } from '../api/api.ts';
import { askForRefresh, type SearchToRefresh } from '../quote/batches/next-pages-sheet.ts';
import { tripObstacle } from '../quote/batches/trip-limits.ts';
import { awardToolsQuery, watchlistQuery } from '../records/queries.ts';
import { blockedProps } from '../status/offline.ts';
import { statusQuery } from '../status/queries.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { refreshOf } from './refresh-labels.ts';

/** Proposes what is worth most within what the limits leave, of every trip and of watched searches that are due. */
export function WorthReadingButton({ obstacle }: { obstacle: string | null }) {
  const { data: status } = useQuery(statusQuery);
  const { data: tools } = useQuery(awardToolsQuery);
  const { data: watched } = useQuery(watchlistQuery);
  const propose = useMutation({
    mutationFn: async () => {
      const found = await api.planning.worthReading();
      const tool = tools?.tools.find(({ drift }) => drift === null);
      return { found, whyNot: await Promise.all(found.map((one) => whyLeftOut(one, tool))) };
    },
    onSuccess: ({ found, whyNot }) => {
      if (status === undefined || watched === undefined) return;
      const { limits, today, month } = status.spending;
      const tool = tools?.tools.find(({ drift }) => drift === null);
      const offers = different(
        found.flatMap((one, place) =>
          whyNot[place] !== null
            ? []
            : (offerOf(one, { toolRef: tool?.tool.toolRef ?? null, watched, limits }) ?? []),
        ),
      );
      const budget = remainingUnder(limits, { today, month });
      const worth = worthReading(offers, budget.left);
      askForRefresh({
        searches: worth.chosen.map(({ search }) => search),
        leftOut: found.flatMap(({ title, advice }, place) => {
          const why = whyNot[place] ?? null;
          return why === null || advice === null
            ? []
            : { title: `${adviceTitle(advice)}, for “${title}”`, why };
        }),
        promise: sentences(worth, budget),
      });
    },
  });
  if (status === undefined || tools === undefined || watched === undefined) return null;
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconSparkles size={14} aria-hidden />}
        loading={propose.isPending}
        {...blockedProps(obstacle, 'refresh-obstacle', () => propose.mutate())}
      >
        Worth reading next…
      </Button>
      <NotDone of={propose} title="What is worth reading could not be counted" />
    </>
  );
}

/** Why a search cannot be bought for its trip now; null where it can, or belongs to none. */
async function whyLeftOut(
  { tripId, advice }: WorthNext,
  tool: { tool: { toolRef: string }; price: Amount | null } | undefined,
): Promise<string | null> {
  if (tripId === null || advice === null || tool === undefined) return null;
  const { limits, open } = await api.purchases.beforeReading({
    tripId,
    requests: [{ toolRef: tool.tool.toolRef, input: advice.input }],
  });
  return open[0] ? 'an earlier purchase of it is not settled yet.' : tripObstacle(limits, [tool.price]);
}

type Offer = CommonOffer & { search: SearchToRefresh };

/** What can be bought for one of them; null where nothing can. */
function offerOf(
  { tripId, searchId, title, seats, advice }: WorthNext,
  { toolRef, watched, limits }: { toolRef: string | null; watched: readonly Watched[]; limits: Limits },
): Offer | null {
  const why = advice === null ? undefined : adviceReason(advice, seats);
  const promise = advice?.promise ?? null;
  const days = advice?.days ?? 0;
  if (tripId === null) {
    const one = watched.find((search) => search.searchId === searchId);
    const [search] = one === undefined ? [] : refreshOf([one], limits).searches;
    if (one === undefined || search === undefined) return null;
    return {
      search: { ...search, ...(why !== undefined && { why }) },
      cost: one.refresh.cost,
      promise,
      days,
    };
  }
  if (toolRef === null || advice === null || why === undefined) return null;
  const { cost, pages, input } = advice;
  const pagePrice =
    cost === null || pages === 0 ? null : { ...cost, units: String(BigInt(cost.units) / BigInt(pages)) };
  const named = { title: adviceTitle(advice), why: `For “${title}”: ${why}` };
  return {
    search: { ...named, searchId: null, toolRef, input, pages, pagePrice, dataUse: [], tripId },
    cost: pagePrice === null ? null : multiplyAmount(pagePrice, pages),
    promise,
    days,
  };
}

/** Each request once, for what it promises most. */
function different(offers: readonly Offer[]): Offer[] {
  const best = new Map<string, Offer>();
  for (const offer of offers) {
    const key = JSON.stringify(Object.entries(offer.search.input).sort(([a], [b]) => (a < b ? -1 : 1)));
    const known = best.get(key);
    if (known === undefined || (offer.promise?.expected ?? -1) > (known.promise?.expected ?? -1))
      best.set(key, offer);
  }
  return [...best.values()];
}

/** Why these and no others. */
function sentences(
  { chosen, cost, useless, unpriced, beyond }: CommonChoice<Offer>,
  { left, by }: ReturnType<typeof remainingUnder>,
): string[] {
  const of = (count: number) => plural(count, 'search', 'searches');
  const budget = `With ${amountLabel(left)} left ${by === 'day' ? 'today' : 'this month'}`;
  const unknown = chosen.filter(({ promise }) => promise === null).length;
  return [
    chosen.length === 0
      ? `${budget}, no search of a trip and none that is due on the watchlist promises to save anything.`
      : `${budget}, of all trips and of what is due on the watchlist, the most promising for the price: ${of(chosen.length)}, at most ${amountLabel(cost)}.`,
    ...(unknown > 0 && unknown < chosen.length
      ? [`The last of them, ${of(unknown)}, have nothing known of their prices.`]
      : []),
    ...(beyond > 0 ? [`${of(beyond)} would come after them.`] : []),
    ...(useless > 0 ? [`${of(useless)} would save nothing, or less than the price.`] : []),
    ...(unpriced > 0 ? [`Of ${of(unpriced)} no price in ${left.currency} is known.`] : []),
  ];
}

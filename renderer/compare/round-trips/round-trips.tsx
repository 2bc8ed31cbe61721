import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { commonFilter, USUAL_COMMON } from '../../addresses/compare-address.ts';
import { formPath, formRequest } from '../../addresses/form-path.ts';
import { api } from '../../api/api.ts';
import { filterLabels } from '../../records/filter-labels.ts';
import { reversed } from '../../records/reversed-search.ts';
import { savedSearchesQuery } from '../../records/saved-searches-query.ts';
import { SearchTitle } from '../../records/search-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { isUnread } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { useNow } from '../../ui/now.ts';
import type { CompareViewProps } from '../compare-view.ts';
import { NotCompared } from '../not-compared.tsx';
import { useShareable } from '../share/share-actions-place.tsx';
import { madeLabel } from '../share/share-labels.ts';
import { useWorth } from '../worth/worth-fields.tsx';
import { reverseOf } from './reverse-search.ts';
import { roundTripData, roundTripJson } from './round-trip-data.ts';
import { RoundTripFields } from './round-trip-fields.tsx';
import { orderLabel, tripColumns, tripsTable } from './round-trip-labels.ts';
import { RoundTripTable } from './round-trip-table.tsx';

/** Pairs that are shown, from the start of the order. */
const MAX_PAIRS = 200;

/** Outbound and return paired within a range of nights, the cheapest pairs first. */
export function RoundTrips({ address, change }: CompareViewProps) {
  const { outbound, back, nightsMin, nightsMax, sameProgramme } = address;
  const now = useNow();
  const { worth, saved } = useWorth({
    fare: address.returnFare,
    taxes: address.returnTaxes,
    forAll: address.fareForAll,
  });
  const filter = useMemo(() => commonFilter(address), [address]);
  const byValue = address.byValue && saved.values.length > 0;
  const requested =
    outbound !== null && back !== null
      ? {
          outbound,
          back,
          filter,
          nightsMin,
          nightsMax,
          sameProgramme,
          ...(byValue && { values: saved.values }),
          limit: MAX_PAIRS,
        }
      : null;
  const paired = useQuery({
    queryKey: ['results', 'pairs', requested],
    queryFn: () => (requested === null ? null : api.results.pairs(requested)),
    enabled: requested !== null,
    placeholderData: keepPreviousData,
  });
  const trips = requested === null ? undefined : (paired.data ?? undefined);
  const order = orderLabel({ byValue, sameProgramme });
  useShareable(
    trips && {
      name: 'milepost-round-trips',
      noun: 'list of round trips',
      table: () => tripsTable(trips.pairs, worth),
      data: () => roundTripData(trips.pairs, worth),
      json: () => roundTripJson(trips, { order, nightsMin, nightsMax, filter }, now, worth),
      picture: () => ({
        title: 'Outbound and return',
        notes: [
          `${trips.outbound.title}; ${trips.back.title}; ${nightsMin} to ${nightsMax} nights`,
          ...filterLabels(filter, { usual: USUAL_COMMON }).map(({ words }) => words),
          order,
          madeLabel(now),
        ],
        table: tripsTable(trips.pairs.slice(0, 40), worth),
        isMarked: () => false,
      }),
    },
  );
  const programmes = [
    ...new Set([
      ...(trips?.pairs.flatMap((pair) => pair.totals.map(({ programme }) => programme)) ?? []),
      ...(trips?.outbound.withoutValue ?? []),
      ...(trips?.back.withoutValue ?? []),
    ]),
  ];

  return (
    <>
      <RoundTripFields
        address={address}
        change={change}
        saved={saved}
        currency={worth.currency}
        programmes={programmes}
      />
      {requested === null ? (
        <NoLegs address={address} change={change} />
      ) : isUnread(paired) ? (
        <NotCompared
          error={paired.error}
          title="These could not be paired"
          instead="Choose another search for that way above."
          onRetry={() => void paired.refetch()}
        />
      ) : trips === undefined ? (
        <LoadingState words="Pairing…" />
      ) : (
        <RoundTripTable
          trips={trips}
          columns={tripColumns(worth)}
          worth={worth}
          order={order}
          address={address}
          change={change}
        />
      )}
    </>
  );
}

/** Nothing is chosen: offers a search with its return search, or shows how to get one. */
function NoLegs({ address, change }: CompareViewProps) {
  const { data: searches = [] } = useQuery(savedSearchesQuery);
  if (address.outbound !== null || address.back !== null)
    return <EmptyState title="Outbound and return">Choose a saved search for the other way.</EmptyState>;
  const outbound = searches.findLast((search) => reverseOf(search, searches) !== null);
  const back = outbound === undefined ? null : reverseOf(outbound, searches);
  const [latest] = searches;
  const wayBack = latest === undefined ? null : reversed(formRequest(latest, latest.take));
  const way = ({ searchId }: SavedSearch) => ({ scope: { kind: 'search' as const, searchId }, filter: {} });
  return (
    <EmptyState
      title="Outbound and return"
      action={
        outbound !== undefined && back !== null ? (
          <Button
            size="xs"
            title={`${outbound.title}\n${back.title}`}
            onClick={() => change({ outbound: way(outbound), back: way(back) })}
          >
            Pair the two searches
          </Button>
        ) : (
          <Button component={Link} href={wayBack === null ? '/' : formPath(wayBack, null)} size="xs">
            {wayBack === null ? 'Go to Search' : 'Search the return'}
          </Button>
        )
      }
    >
      {outbound !== undefined && back !== null ? (
        <>
          <SearchTitle title={outbound.title} />, and back: <SearchTitle title={back.title} />.
        </>
      ) : (
        'Space out is paired with space back within the nights you give. It needs a saved search for each way.'
      )}
    </EmptyState>
  );
}

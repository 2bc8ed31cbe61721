import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api/api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { useNow } from '../components/now.ts';
import { filterWords } from '../results/filter-words.ts';
import { commonFilter } from './compare-address.ts';
import { NotCompared } from './not-compared.tsx';
import { roundTripData, roundTripJson } from './round-trip-data.ts';
import { RoundTripFields } from './round-trip-fields.tsx';
import { RoundTripTable } from './round-trip-table.tsx';
import { orderWords, tripColumns, tripsTable } from './round-trip-words.ts';
import type { CompareViewProps } from './side-by-side.tsx';
import { useTakeable } from './take-away-place.tsx';
import { madeWords } from './take-away-words.ts';
import { useWorth } from './worth-fields.tsx';

/** Pairs that are shown: the first of the order. */
const MOST_PAIRS = 200;

/** Outbound and return paired within a range of nights, the cheapest pairs first. */
export function RoundTrips({ address, change }: CompareViewProps) {
  const { outbound, back, nightsMin, nightsMax, sameProgramme } = address;
  const now = useNow();
  const { worth, kept } = useWorth(address.fare);
  const filter = useMemo(() => commonFilter(address), [address]);
  const byValue = address.byValue && kept.values.length > 0;
  const asked =
    outbound !== null && back !== null
      ? {
          outbound,
          back,
          filter,
          nightsMin,
          nightsMax,
          sameProgramme,
          ...(byValue && { values: kept.values }),
          limit: MOST_PAIRS,
        }
      : null;
  const paired = useQuery({
    queryKey: ['results', 'pairs', asked],
    queryFn: () => (asked === null ? null : api.results.pairs(asked)),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const told = asked === null ? undefined : (paired.data ?? undefined);
  const order = orderWords({ byValue, sameProgramme });
  useTakeable(
    told && {
      name: 'milepost-round-trips',
      noun: 'list of round trips',
      table: () => tripsTable(told.pairs, worth),
      data: () => roundTripData(told.pairs, worth),
      json: () => roundTripJson(told, { order, nightsMin, nightsMax, filter }, now, worth),
      picture: () => ({
        title: 'Outbound and return',
        notes: [
          `${told.outbound.title}; ${told.back.title}; ${nightsMin} to ${nightsMax} nights`,
          ...filterWords(filter).map(({ words }) => words),
          order,
          madeWords(now),
        ],
        table: tripsTable(told.pairs.slice(0, 40), worth),
        isMarked: () => false,
      }),
    },
  );
  const programmes = [
    ...new Set([
      ...(told?.pairs.flatMap((pair) => pair.totals.map(({ programme }) => programme)) ?? []),
      ...(told?.outbound.withoutValue ?? []),
      ...(told?.back.withoutValue ?? []),
    ]),
  ];

  return (
    <>
      <RoundTripFields
        address={address}
        change={change}
        kept={kept}
        currency={worth.currency}
        programmes={programmes}
      />
      {asked === null ? (
        <EmptyState title="Outbound and return">
          Choose a saved search for each way. Every award space out is paired with every one back that leaves
          within the nights you give, from what is kept on this machine.
        </EmptyState>
      ) : paired.isError ? (
        <NotCompared
          error={paired.error}
          title="These could not be paired"
          instead="Choose another search for that way above."
          onRetry={() => void paired.refetch()}
        />
      ) : told === undefined ? (
        <LoadingState words="Pairing…" />
      ) : (
        <RoundTripTable
          told={told}
          columns={tripColumns(worth)}
          worth={worth}
          order={order}
          nights={[nightsMin, nightsMax]}
        />
      )}
    </>
  );
}

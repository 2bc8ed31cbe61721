import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { Scope } from '#shared/contract/awards.ts';
import type { roundTripOf } from '../addresses/compare-address.ts';
import { newTripAddress } from '../addresses/trip-address.ts';
import { savedSearchesQuery } from '../records/saved-searches-query.ts';
import { LoadingState } from '../ui/loading-state.tsx';

type Criteria = Readonly<Record<string, unknown>>;

/** What a scope was searched for, as a request; empty where its search is not stored. */
function requestOf(scope: Scope | null, criteriaOf: (searchId: number) => Criteria | undefined): Criteria {
  if (scope?.kind === 'search') return criteriaOf(scope.searchId) ?? {};
  if (scope?.kind !== 'matching') return {};
  return { origin_airport: scope.origins.join(), destination_airport: scope.destinations.join() };
}

/** An address of outbound and return from an earlier version opens the form of a trip made of it. */
export function TripOfAddress({ outbound, nights }: NonNullable<ReturnType<typeof roundTripOf>>) {
  const [, navigate] = useLocation();
  const { data: searches, isPending } = useQuery(savedSearchesQuery);
  useEffect(() => {
    if (isPending) return;
    const criteriaOf = (id: number) => searches?.find(({ searchId }) => searchId === id)?.criteria;
    navigate(newTripAddress.path({ request: { ...requestOf(outbound, criteriaOf), nights } }), {
      replace: true,
    });
  }, [isPending, searches, outbound, nights, navigate]);
  return <LoadingState words="Opening a trip made of it…" />;
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { NEW_TRIP_PATH, newTripAddress, TRIPS_PATH, tripPath } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { walletQuery } from '../records/wallet/wallet-query.ts';
import { dropDraft } from '../ui/forms/use-form-draft.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { TripForm } from './trip-form.tsx';
import { NO_TRIP, tripOfRequest } from './typed-trip.ts';

/** The draft of a trip that is not saved yet. */
const NEW_TRIP = 'trip';

/** The form of a new trip; what stood in the search form fills it in where its address brings that. */
export function NewTrip() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const { data: wallet, isPending } = useQuery(walletQuery);
  const [typed, setTyped] = useState(NO_TRIP);
  useEffect(() => {
    const { request } = newTripAddress.read(search);
    if (request === null) return;
    dropDraft(NEW_TRIP);
    setTyped(tripOfRequest(request));
    navigate(NEW_TRIP_PATH, { replace: true });
  }, [search, navigate]);
  const create = useMutation({
    mutationFn: api.trips.create,
    onSuccess: (trip) => {
      dropDraft(NEW_TRIP);
      navigate(tripPath(trip.tripId));
    },
  });
  if (isPending) return <LoadingState words="Opening the form…" />;
  return (
    <TripForm
      saved={null}
      typed={{ ...typed, adults: wallet?.travellers ?? typed.adults }}
      draftName={NEW_TRIP}
      submitLabel="Save trip"
      pending={create.isPending}
      error={create.error}
      onSubmit={(fields) => create.mutate(fields)}
      onCancel={() => {
        dropDraft(NEW_TRIP);
        navigate(TRIPS_PATH);
      }}
    />
  );
}

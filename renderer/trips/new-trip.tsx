import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { TripFile } from '#shared/contract/trips.ts';
import { listLabel, plural } from '#shared/formats.ts';
import { NEW_TRIP_PATH, newTripAddress, TRIPS_PATH, tripPath } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { walletQuery } from '../records/queries.ts';
import { dropDraft } from '../ui/forms/use-form-draft.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { openTrip, useOpenedTrip } from './opened-trip.ts';
import { TripForm } from './trip-form.tsx';
import classes from './trips.module.css';
import { NO_TRIP, tripOfRequest, typedTrip } from './typed-trip.ts';

const NO_FILE: Pick<TripFile, 'title' | 'starts' | 'ends' | 'question' | 'flights' | 'links'> = {
  ...{ title: '', starts: null, ends: null, question: null },
  ...{ flights: [], links: [] },
};

/** The draft of a trip that is not saved yet. */
const NEW_TRIP = 'trip';

/** The form of a new trip; the search form fills it in where its address brings that, or the file of a trip. */
export function NewTrip() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const { data: wallet, isPending } = useQuery(walletQuery);
  const [typed, setTyped] = useState(NO_TRIP);
  const given = useOpenedTrip();
  const [opened, setOpened] = useState(given);
  useEffect(() => {
    if (given === null) return;
    dropDraft(NEW_TRIP);
    setOpened(given);
    openTrip(null);
  }, [given]);
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
  const { title, starts, ends, question, flights, links } = opened?.trip ?? NO_FILE;
  const brought = [
    ...(flights.length > 0 ? [plural(flights.length, 'flight')] : []),
    ...(links.length > 0 ? [plural(links.length, 'link')] : []),
  ];
  const form = (
    <TripForm
      key={opened?.fileName}
      saved={{ title, starts, ends, question, notes: '' }}
      typed={opened === null ? { ...typed, adults: wallet?.travellers ?? typed.adults } : typedTrip(question)}
      draftName={NEW_TRIP}
      submitLabel="Save trip"
      pending={create.isPending}
      error={create.error}
      onSubmit={(fields) => create.mutate({ ...fields, board: { flights, links } })}
      onCancel={() => {
        dropDraft(NEW_TRIP);
        navigate(TRIPS_PATH);
      }}
    />
  );
  return (
    <>
      {opened !== null && (
        <p className={classes.small}>
          From {opened.fileName}. Nothing of it is saved yet.
          {brought.length > 0 && ` On its board: ${listLabel(brought)}.`}
        </p>
      )}
      {form}
    </>
  );
}

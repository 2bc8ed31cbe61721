import { Anchor, Button, Paper } from '@mantine/core';
import { IconLuggage, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Trip } from '#shared/contract/trips.ts';
import { dateSpan, plainDate, plural } from '#shared/formats.ts';
import { tripPath } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { tripsQuery } from '../records/trip-queries.ts';
import { Ago } from '../ui/ago.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { dropDraft, isDrafted } from '../ui/forms/use-form-draft.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { focusHeading } from './focus-heading.ts';
import { TripForm } from './trip-form.tsx';
import classes from './trips.module.css';

const NEW_TRIP = 'trip';

/** `1 to 14 Mar 2027`, or as much of it as is set. */
export function tripDays({ starts, ends }: Pick<Trip, 'starts' | 'ends'>): string {
  if (starts !== null && ends !== null) return dateSpan(starts, ends);
  if (starts !== null) return `from ${plainDate(starts)}`;
  return ends === null ? 'no days set' : `until ${plainDate(ends)}`;
}

const heldLabel = ({ records, notesOnBoard, links }: Trip): string =>
  [
    plural(records, 'record'),
    ...(notesOnBoard > 0 ? [plural(notesOnBoard, 'note')] : []),
    ...(links > 0 ? [plural(links, 'link')] : []),
  ].join(', ');

/** All trips, the most recently changed first, and a button to create one. */
export function TripList() {
  const trips = useQuery(tripsQuery);
  const [adding, setAdding] = useState(() => isDrafted(NEW_TRIP));
  const [, navigate] = useLocation();
  const create = useMutation({
    mutationFn: api.trips.create,
    onSuccess: (trip) => {
      dropDraft(NEW_TRIP);
      navigate(tripPath(trip.tripId));
    },
  });
  if (trips.isLoadingError)
    return (
      <FailureNotice
        error={trips.error}
        title="The trips could not be read"
        onRetry={() => void trips.refetch()}
      />
    );
  if (trips.data === undefined) return <LoadingState words="Reading trips…" />;
  const begin = (
    <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
      New trip
    </Button>
  );
  if (adding)
    return (
      <TripForm
        saved={null}
        draftName={NEW_TRIP}
        submitLabel="Save trip"
        pending={create.isPending}
        error={create.error}
        onSubmit={(fields) => create.mutate(fields)}
        onCancel={() => {
          dropDraft(NEW_TRIP);
          setAdding(false);
          focusHeading();
        }}
      />
    );
  if (trips.data.length === 0)
    return (
      <EmptyState
        title="No trip yet"
        icon={<IconLuggage size={36} stroke={1.4} aria-hidden />}
        action={begin}
      >
        A trip is a board for records that you choose in Results, with notes and links of your own. It shows
        when each record was last seen, and whether a later run still has it.
      </EmptyState>
    );
  return (
    <>
      <div className={classes.forms}>{begin}</div>
      <ul className={classes.cards} aria-label="Trips">
        {trips.data.map((trip) => (
          <Paper key={trip.tripId} component="li" withBorder p="sm">
            <div className={classes.card}>
              <Anchor component={Link} href={tripPath(trip.tripId)} fw={600} className={classes.wrap}>
                {trip.title}
              </Anchor>
              <span className={classes.small}>
                changed <Ago at={trip.updatedAt} />
              </span>
            </div>
            <div className={classes.small}>
              {tripDays(trip)} · {heldLabel(trip)}
            </div>
          </Paper>
        ))}
      </ul>
    </>
  );
}

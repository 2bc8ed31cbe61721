import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { NEW_TRIP_PATH, TRIPS_PATH, tripIdAt, tripPath } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { announce } from '../ui/status-messages.ts';
import { focusHeading } from './focus-heading.ts';
import { NewTrip } from './new-trip.tsx';
import { TripBoard } from './trip-board.tsx';
import { TripList } from './trip-list.tsx';

/** Trips: the list of them, the form of a new one, or one of them. */
export function TripsScreen() {
  const [path, navigate] = useLocation();
  const tripId = tripIdAt(path);
  const came = useRef(path);
  // Between boards, or back to the list, the screen stays mounted and the focused element is removed. Before a form's own
  // effect, which focuses its first field.
  useLayoutEffect(() => {
    if (came.current !== path) focusHeading();
    came.current = path;
  }, [path]);
  const [removed, setRemoved] = useState<{ tripId: string; title: string } | null>(null);
  const bringBack = useMutation({
    mutationFn: (id: string) => api.trips.bringBack({ tripId: id }),
    onSuccess: (trip) => {
      setRemoved(null);
      announce(`${trip.title} is back.`);
      navigate(tripPath(trip.tripId));
    },
  });
  return (
    <Screen title="Trips">
      {removed && tripId === null && (
        <Group gap={10} mb={12} fz={13}>
          <span>“{removed.title}” was deleted.</span>
          <Button
            size="compact-sm"
            loading={bringBack.isPending}
            onClick={() => bringBack.mutate(removed.tripId)}
          >
            Bring it back
          </Button>
        </Group>
      )}
      <NotDone of={bringBack} title="It could not be brought back" />
      {tripId === null ? (
        <TripList />
      ) : path === NEW_TRIP_PATH ? (
        <NewTrip />
      ) : (
        <TripBoard
          key={tripId}
          tripId={tripId}
          onBringBack={() => bringBack.mutate(tripId)}
          onRemoved={(trip) => {
            setRemoved(trip);
            navigate(TRIPS_PATH);
          }}
        />
      )}
    </Screen>
  );
}

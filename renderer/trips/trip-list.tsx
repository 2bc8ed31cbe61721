import { Button, FileButton, Group, Paper } from '@mantine/core';
import { IconLuggage, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { Trip } from '#shared/contract/trips.ts';
import { dateSpan, plainDate, plural } from '#shared/formats.ts';
import { legDays } from '#shared/planning/question.ts';
import { NEW_TRIP_PATH, tripPath } from '../addresses/trip-address.ts';
import { WorthReadingButton } from '../permissions/worth-reading-button.tsx';
import { tripsQuery } from '../records/queries.ts';
import { useOffline } from '../status/offline.ts';
import { Ago } from '../ui/ago.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { announce } from '../ui/status-messages.ts';
import { notTrip, openTripFile } from './opened-trip.ts';
import classes from './trips.module.css';

/** `1 to 14 Mar 2027`: from the first day of the first flight to the last of the last one, or as much of the days of a board as is set. */
export function tripDays({ question, ...days }: Pick<Trip, 'starts' | 'ends' | 'question'>): string {
  const { starts, ends } =
    question === null
      ? days
      : { starts: question.window.from, ends: legDays(question, question.legs.length - 1).until };
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

/** All trips, the most recently changed first. */
export function TripList() {
  const trips = useQuery(tripsQuery);
  const [, navigate] = useLocation();
  const choose = async (file: File | null) => {
    if (file === null) return;
    if (await openTripFile(file)) navigate(NEW_TRIP_PATH);
    else announce(notTrip(file));
  };
  const obstacle = useOffline() ? 'Offline: reading needs the network. Every trip is still planned.' : null;
  if (trips.isLoadingError) return <NotRead of={trips} title="The trips could not be read" />;
  if (trips.data === undefined) return <LoadingState words="Reading trips…" />;
  const begin = (
    <Group gap="xs">
      <Button
        variant="filled"
        size="xs"
        component={Link}
        href={NEW_TRIP_PATH}
        role="button"
        leftSection={<IconPlus size={15} aria-hidden />}
      >
        Plan a trip
      </Button>
      <FileButton
        accept=".milepost-trip"
        onChange={(file) => void choose(file)}
        inputProps={{ 'aria-label': 'Trip file' }}
      >
        {({ onClick }) => (
          <Button size="xs" onClick={onClick}>
            Open a trip file…
          </Button>
        )}
      </FileButton>
    </Group>
  );
  if (trips.data.length === 0)
    return (
      <EmptyState
        title="No trip yet"
        icon={<IconLuggage size={36} stroke={1.4} aria-hidden />}
        action={begin}
      >
        Say who travels, where and when: Milepost finds the best plans over everything that was read, and
        which search is worth its price next. A trip also has a board for records, notes and links.
      </EmptyState>
    );
  return (
    <>
      <Group gap={8} my={14}>
        {begin}
        {trips.data.some(({ question }) => question !== null) && <WorthReadingButton obstacle={obstacle} />}
      </Group>
      {obstacle !== null && (
        <p id="refresh-obstacle" className={classes.small}>
          {obstacle}
        </p>
      )}
      <ul className={classes.cards} aria-label="Trips">
        {trips.data.map((trip) => (
          <Paper key={trip.tripId} component="li" withBorder p="sm">
            <Group justify="space-between" align="baseline" gap="4px 16px">
              <PageLink
                underline="hover"
                href={tripPath(trip.tripId)}
                fw={600}
                style={{ overflowWrap: 'anywhere' }}
              >
                {trip.title}
              </PageLink>
              <span className={classes.small}>
                changed <Ago at={trip.updatedAt} />
              </span>
            </Group>
            <div className={classes.small}>
              {tripDays(trip)} · {heldLabel(trip)}
            </div>
          </Paper>
        ))}
      </ul>
    </>
  );
}

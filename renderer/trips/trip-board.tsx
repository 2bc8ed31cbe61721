import { Button, Group, Menu, Title } from '@mantine/core';
import { IconCalendar, IconEdit, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Trip, TripItem } from '#shared/contract/trips.ts';
import { plural, shortened } from '#shared/formats.ts';
import { TRIPS_PATH } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { ExportProgress } from '../export/export-progress.tsx';
import { startExport } from '../export/export-store.ts';
import { BeforeTransfer } from '../insights/before-transfer.tsx';
import { PrivateNote } from '../records/private-note.tsx';
import { tripQuery } from '../records/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice, isLost, NotDone, NotRead } from '../ui/failure-notice.tsx';
import { dropDraft, isDrafted } from '../ui/forms/use-form-draft.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { announce } from '../ui/status-messages.ts';
import { AddToBoard } from './add-to-board.tsx';
import { BoardItem } from './board-item.tsx';
import { BookedFlights, isTaken } from './booked-flights.tsx';
import { focusHeading } from './focus-heading.ts';
import { begun, itemName, removedMessage } from './item-name.ts';
import { PlansHalf } from './plans/plans-half.tsx';
import { TripForm } from './trip-form.tsx';
import { tripDays } from './trip-list.tsx';
import classes from './trips.module.css';
import { typedTrip } from './typed-trip.ts';

type TripBoardProps = {
  tripId: string;
  onRemoved: (trip: { tripId: string; title: string }) => void;
  /** Restores the deleted trip. */
  onBringBack: () => void;
};

/** One trip: its subject, and the items on its board in the user’s order. */
export function TripBoard({ tripId, onRemoved, onBringBack }: TripBoardProps) {
  const shown = useQuery(tripQuery(tripId));
  if (isLost(shown.error))
    return (
      <EmptyState
        title="This trip is not here"
        action={
          <Group gap="xs">
            <Button size="xs" onClick={onBringBack}>
              Bring it back
            </Button>
            <Button variant="filled" size="xs" component={Link} href={TRIPS_PATH}>
              All trips
            </Button>
          </Group>
        }
      >
        It was deleted, or its address comes from another machine. A trip that was deleted here can be brought
        back with all that lay on it.
      </EmptyState>
    );
  if (shown.isLoadingError) return <NotRead of={shown} title="This trip could not be read" />;
  if (shown.data === undefined) return <LoadingState words="Reading the trip…" />;
  const { trip, items } = shown.data;
  return (
    <>
      <TripHead trip={trip} items={items} onRemoved={onRemoved} />
      <ExportProgress />
      <BookedFlights items={items} />
      {trip.question !== null && (
        <PlansHalf trip={trip} question={trip.question} isBooked={items.some(isTaken)} />
      )}
      {trip.question !== null && (
        <Title order={3} mt={28} mb={6} fz={16}>
          Board
        </Title>
      )}
      <AddToBoard tripId={tripId} />
      <Board trip={trip} items={items} />
      {items.some(({ kind }) => kind === 'record') && <BeforeTransfer />}
    </>
  );
}

function TripHead({
  trip,
  items,
  onRemoved,
}: {
  trip: Trip;
  items: readonly TripItem[];
  onRemoved: TripBoardProps['onRemoved'];
}) {
  const draftName = `trip/${trip.tripId}`;
  const [editing, setEditing] = useState(() => isDrafted(draftName));
  const closeForm = () => {
    dropDraft(draftName);
    setEditing(false);
    focusHeading();
  };
  const change = useMutation({
    mutationFn: api.trips.change,
    onSuccess: () => {
      closeForm();
      announce('The trip is saved.');
    },
  });
  const remove = useMutation({
    mutationFn: () => api.trips.remove({ tripId: trip.tripId }),
    onSuccess: () => onRemoved({ tripId: trip.tripId, title: trip.title }),
  });
  if (editing)
    return (
      <TripForm
        saved={trip}
        typed={typedTrip(trip.question)}
        draftName={draftName}
        submitLabel="Save changes"
        pending={change.isPending}
        error={change.error}
        onSubmit={(fields) => change.mutate({ tripId: trip.tripId, ...fields })}
        onCancel={closeForm}
      />
    );
  const records = items.filter((item) => item.kind === 'record');
  const versionIds = records.flatMap(({ now }) => (now === null ? [] : [now.versionId]));
  const left = records.length - versionIds.length;
  return (
    <>
      <div className={classes.head}>
        <div>
          <h2>{trip.title}</h2>
          <div className={classes.small}>
            <PageLink href={TRIPS_PATH}>All trips</PageLink> · {tripDays(trip)}
          </div>
        </div>
        <Group gap={6}>
          <Button size="xs" leftSection={<IconEdit size={15} aria-hidden />} onClick={() => setEditing(true)}>
            Edit trip
          </Button>
          {versionIds.length > 0 && (
            <Button
              size="xs"
              leftSection={<IconCalendar size={15} aria-hidden />}
              onClick={() => void startExport({ view: 'chosen', versionIds, hidden: [] }, 'ics')}
            >
              Calendar file
            </Button>
          )}
          <ExportMenu label="Export trip" what={{ view: 'trip', tripId: trip.tripId }} />
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button size="xs" color="red" leftSection={<IconTrash size={15} aria-hidden />}>
                Delete trip…
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>It can be brought back until you leave this screen.</Menu.Label>
              <Menu.Item onClick={() => remove.mutate()}>Delete “{shortened(trip.title)}”</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </div>
      {trip.notes !== '' && (
        <>
          <p className={classes.text}>{trip.notes}</p>
          <PrivateNote note={{ kind: 'trip', tripId: trip.tripId }} of="notes of the trip" />
        </>
      )}
      {left > 0 && (
        <p className={classes.small}>
          {plural(left, 'record')} of this trip {left === 1 ? 'is' : 'are'} not saved here and cannot stand in
          a calendar file.
        </p>
      )}
      <NotDone of={remove} title="The trip could not be deleted" />
    </>
  );
}

function Board({ trip, items }: { trip: Trip; items: readonly TripItem[] }) {
  const [removed, setRemoved] = useState<TripItem | null>(null);
  const move = useMutation({
    mutationFn: ({ itemId, by }: { itemId: string; by: -1 | 1; name: string }) =>
      api.trips.moveItem({ itemId, by }),
    onSuccess: (_done, { by, name }) => announce(begun(`${name} moved ${by < 0 ? 'up' : 'down'}.`)),
  });
  const remove = useMutation({
    mutationFn: ({ itemId }: TripItem) => api.trips.removeItem({ itemId }),
    onSuccess: (_done, item) => {
      setRemoved(item);
      announce(removedMessage(item));
    },
  });
  const bringBack = useMutation({
    mutationFn: (itemId: string) => api.trips.bringBackItem({ itemId }),
    onSuccess: () => {
      announce(begun(`${removed === null ? 'It' : itemName(removed)} is back on the board.`));
      setRemoved(null);
    },
  });
  const failed = [move, remove, bringBack].find((act) => act.isError);
  return (
    <>
      {removed && (
        <Group gap={10} mb={12} fz={13}>
          <span>{removedMessage(removed)}</span>
          <Button size="compact-sm" onClick={() => bringBack.mutate(removed.itemId)}>
            Put it back
          </Button>
        </Group>
      )}
      {failed && <FailureNotice error={failed.error} title="The board could not be changed" />}
      {items.length === 0 ? (
        <EmptyState title="The board is empty">
          Choose records in Results and add them with “Add to trip…”, or add a note or a link here.
        </EmptyState>
      ) : (
        <ul className={classes.board} aria-label="Board">
          {items.map((item, place) => (
            <BoardItem
              key={item.itemId}
              trip={trip}
              item={item}
              isFirst={place === 0}
              isLast={place === items.length - 1}
              onMove={(by, name) => move.mutate({ itemId: item.itemId, by, name })}
              onRemove={() => remove.mutate(item)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

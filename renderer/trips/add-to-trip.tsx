import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconLuggage } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { TRIP_TITLE_MAX } from '#shared/contract/trips.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { FormSheet } from '../components/form-sheet.tsx';
import { announce } from '../components/status-words.ts';
import { plural } from '../results/award-words.ts';
import { tripsQuery } from './trip-queries.ts';

const NEW = '';

/** Puts records on the board of a trip that is there, or of a new one. */
export function AddToTrip({ versionIds }: { versionIds: readonly number[] }) {
  const [opened, setOpened] = useState(false);
  const trips = useQuery({ ...tripsQuery, enabled: opened });
  const [chosen, setChosen] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const options = trips.data ?? [];
  const tripId = chosen ?? options[0]?.tripId ?? NEW;
  const add = useMutation({
    mutationFn: async () => {
      const trip =
        tripId === NEW
          ? await api.trips.create({ title: title.trim(), notes: '', starts: null, ends: null })
          : options.find((option) => option.tripId === tripId);
      const into = trip?.tripId ?? tripId;
      const done = await api.trips.addRecords({ tripId: into, versionIds: [...versionIds] });
      return { ...done, title: trip?.title ?? 'the trip' };
    },
    onSuccess: ({ added, already, title: name }) => {
      announce(
        `${plural(added, 'record')} added to ${name}${already > 0 ? `; ${plural(already, 'record')} lay there already` : ''}.`,
      );
      setTitle('');
      setChosen(null);
      setOpened(false);
    },
  });
  const ready = trips.data !== undefined && (tripId !== NEW || title.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (ready) add.mutate();
  };
  return (
    <FormSheet
      label="Add to trip…"
      icon={<IconLuggage size={15} aria-hidden />}
      width={300}
      opened={opened}
      onOpen={setOpened}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <NativeSelect
            label="Trip"
            value={tripId}
            data={[
              ...options.map((trip) => ({ value: trip.tripId, label: trip.title })),
              { value: NEW, label: 'A new trip' },
            ]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          {tripId === NEW && (
            <TextInput
              label="Title of the new trip"
              value={title}
              maxLength={TRIP_TITLE_MAX}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
          {add.isError && <FailureNotice error={add.error} title="The records could not be added" />}
          <Group>
            <Button type="submit" size="xs" disabled={!ready} loading={add.isPending}>
              Add {plural(versionIds.length, 'record')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormSheet>
  );
}

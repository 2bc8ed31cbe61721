import { Group, NativeSelect, TextInput } from '@mantine/core';
import { IconLuggage } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { titleProblem } from '#shared/contract/trips.ts';
import { plural } from '#shared/formats.ts';
import { tripPath } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { SubmitSheet } from '../ui/forms/submit-sheet.tsx';
import { useFormDraft } from '../ui/forms/use-form-draft.ts';
import { PageLink } from '../ui/page-link.tsx';
import { announce } from '../ui/status-messages.ts';
import { tripsQuery } from './queries.ts';

const NEW = '';

/** Adds records to the board of an existing trip, or of a new one. */
export function AddToTrip({ versionIds }: { versionIds: readonly number[] }) {
  const [opened, setOpened] = useState(false);
  const trips = useQuery({ ...tripsQuery, enabled: opened });
  const [chosen, setChosen] = useState<string | null>(null);
  const { fields, write, drop } = useFormDraft('new-trip-of-records', { title: '' });
  const title = fields.title.trim();
  const options = trips.data ?? [];
  // A user who began to name a new trip did not want the first existing one.
  const tripId = chosen ?? (title === '' ? options[0]?.tripId : undefined) ?? NEW;
  const add = useMutation({
    mutationFn: async () => {
      const trip =
        tripId === NEW
          ? await api.trips.create({ title, notes: '', starts: null, ends: null, question: null })
          : options.find((option) => option.tripId === tripId);
      const into = trip?.tripId ?? tripId;
      const done = await api.trips.addRecords({ tripId: into, versionIds: [...versionIds] });
      return { ...done, tripId: into, title: trip?.title ?? 'the trip' };
    },
    onSuccess: ({ added, already, title: name }) => {
      announce(
        already > 0
          ? `${plural(added, 'record')} added to ${name}; ${plural(already, 'record')} lay there already.`
          : `${plural(added, 'record')} added to ${name}.`,
      );
      drop();
      setChosen(null);
      setOpened(false);
    },
  });
  const done = opened ? undefined : add.data;
  return (
    <Group gap="xs">
      <SubmitSheet
        label="Add to trip…"
        icon={<IconLuggage size={15} aria-hidden />}
        width={300}
        opened={opened}
        onOpen={setOpened}
        submitLabel={`Add ${plural(versionIds.length, 'record')}`}
        ready={trips.data !== undefined && (tripId !== NEW || (title !== '' && titleProblem(title) === null))}
        pending={add.isPending}
        failed={add.isError ? { title: 'The records could not be added', error: add.error } : null}
        onSubmit={add.mutate}
      >
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
            value={fields.title}
            error={titleProblem(fields.title)}
            onChange={(event) => write({ title: event.currentTarget.value })}
          />
        )}
      </SubmitSheet>
      {done !== undefined && (
        <PageLink href={tripPath(done.tripId)}>
          {done.added > 0
            ? `${plural(done.added, 'record')} added to ${done.title}`
            : `Already in ${done.title}`}
        </PageLink>
      )}
    </Group>
  );
}

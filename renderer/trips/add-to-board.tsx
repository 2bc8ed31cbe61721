import { Group, Textarea, TextInput } from '@mantine/core';
import { IconLink, IconNote } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ITEM_TEXT_MAX, LINK_MAX } from '#shared/contract/trips.ts';
import { isWebAddress } from '#shared/web-address.ts';
import { api } from '../api/api.ts';
import { SubmitSheet } from '../ui/forms/submit-sheet.tsx';
import { useFormDraft } from '../ui/forms/use-form-draft.ts';
import { announce } from '../ui/status-messages.ts';

/** Adds a note or a link to a board. */
export function AddToBoard({ tripId }: { tripId: string }) {
  return (
    <Group gap={8} my={14}>
      <NoteForm tripId={tripId} />
      <LinkForm tripId={tripId} />
    </Group>
  );
}

function NoteForm({ tripId }: { tripId: string }) {
  const [opened, setOpened] = useState(false);
  const { fields, write, drop } = useFormDraft(`trip-note/${tripId}`, { text: '' });
  const text = fields.text.trim();
  const add = useMutation({
    mutationFn: () => api.trips.addNote({ tripId, text }),
    onSuccess: () => {
      announce('The note lies on the board.');
      drop();
      setOpened(false);
    },
  });
  return (
    <SubmitSheet
      width={340}
      label="Add note…"
      icon={<IconNote size={15} aria-hidden />}
      opened={opened}
      onOpen={setOpened}
      submitLabel="Add note"
      ready={text !== ''}
      pending={add.isPending}
      failed={add.isError ? { title: 'The note could not be saved', error: add.error } : null}
      onSubmit={add.mutate}
    >
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxLength={ITEM_TEXT_MAX}
        value={fields.text}
        onChange={(event) => write({ text: event.currentTarget.value })}
      />
    </SubmitSheet>
  );
}

function LinkForm({ tripId }: { tripId: string }) {
  const [opened, setOpened] = useState(false);
  const { fields, write, drop } = useFormDraft(`trip-link/${tripId}`, { url: '', text: '' });
  const url = fields.url.trim();
  const add = useMutation({
    mutationFn: () => api.trips.addLink({ tripId, url, text: fields.text.trim() }),
    onSuccess: () => {
      announce('The link lies on the board.');
      drop();
      setOpened(false);
    },
  });
  const problem =
    url === '' || isWebAddress(url)
      ? null
      : 'A link begins with https:// or http://, and holds no name or password.';
  return (
    <SubmitSheet
      width={340}
      label="Add link…"
      icon={<IconLink size={15} aria-hidden />}
      opened={opened}
      onOpen={setOpened}
      submitLabel="Add link"
      ready={url !== '' && problem === null}
      pending={add.isPending}
      failed={add.isError ? { title: 'The link could not be saved', error: add.error } : null}
      onSubmit={add.mutate}
    >
      <TextInput
        label="Address"
        placeholder="https://"
        value={fields.url}
        error={problem}
        maxLength={LINK_MAX}
        onChange={(event) => write({ url: event.currentTarget.value })}
      />
      <TextInput
        label="What it is"
        value={fields.text}
        maxLength={ITEM_TEXT_MAX}
        onChange={(event) => write({ text: event.currentTarget.value })}
      />
    </SubmitSheet>
  );
}

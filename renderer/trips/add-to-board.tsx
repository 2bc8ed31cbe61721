import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconLink, IconNote } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ITEM_TEXT_MAX, LINK_MAX } from '#shared/contract/trips.ts';
import { isWebAddress } from '#shared/trips/web-address.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { FormSheet } from '../components/form-sheet.tsx';
import { announce } from '../components/status-words.ts';
import classes from './trips.module.css';

/** Adds what is no record to a board: a note, or a link. */
export function AddToBoard({ tripId }: { tripId: string }) {
  return (
    <div className={classes.forms}>
      <NoteForm tripId={tripId} />
      <LinkForm tripId={tripId} />
    </div>
  );
}

function NoteForm({ tripId }: { tripId: string }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => api.trips.addNote({ tripId, text: text.trim() }),
    onSuccess: () => {
      announce('The note lies on the board.');
      setText('');
      setOpened(false);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') add.mutate();
  };
  return (
    <FormSheet
      width={340}
      label="Add note…"
      icon={<IconNote size={15} aria-hidden />}
      opened={opened}
      onOpen={setOpened}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxLength={ITEM_TEXT_MAX}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {add.isError && <FailureNotice error={add.error} title="The note could not be kept" />}
          <Group>
            <Button type="submit" size="xs" disabled={text.trim() === ''} loading={add.isPending}>
              Add note
            </Button>
          </Group>
        </Stack>
      </form>
    </FormSheet>
  );
}

function LinkForm({ tripId }: { tripId: string }) {
  const [opened, setOpened] = useState(false);
  const [url, setUrl] = useState('');
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => api.trips.addLink({ tripId, url: url.trim(), text: text.trim() }),
    onSuccess: () => {
      announce('The link lies on the board.');
      setUrl('');
      setText('');
      setOpened(false);
    },
  });
  const problem =
    url.trim() === '' || isWebAddress(url.trim())
      ? null
      : 'A link begins with https:// or http://, and holds no name or password.';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '' && problem === null) add.mutate();
  };
  return (
    <FormSheet
      width={340}
      label="Add link…"
      icon={<IconLink size={15} aria-hidden />}
      opened={opened}
      onOpen={setOpened}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Address"
            placeholder="https://"
            value={url}
            error={problem}
            maxLength={LINK_MAX}
            autoComplete="off"
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <TextInput
            label="What it is"
            value={text}
            maxLength={ITEM_TEXT_MAX}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {add.isError && <FailureNotice error={add.error} title="The link could not be kept" />}
          <Group>
            <Button
              type="submit"
              size="xs"
              disabled={url.trim() === '' || problem !== null}
              loading={add.isPending}
            >
              Add link
            </Button>
          </Group>
        </Stack>
      </form>
    </FormSheet>
  );
}

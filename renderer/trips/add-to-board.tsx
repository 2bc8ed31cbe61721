import { Group, Textarea, TextInput } from '@mantine/core';
import { IconLink, IconNote } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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

type AddSheetProps = {
  kind: 'note' | 'link';
  icon: ReactNode;
  ready: boolean;
  add: () => Promise<unknown>;
  drop: () => void;
  children: ReactNode;
};

function AddSheet({ kind, icon, ready, add, drop, children }: AddSheetProps) {
  const [opened, setOpened] = useState(false);
  const adding = useMutation({
    mutationFn: add,
    onSuccess: () => {
      announce(`The ${kind} lies on the board.`);
      drop();
      setOpened(false);
    },
  });
  return (
    <SubmitSheet
      width={340}
      label={`Add ${kind}…`}
      icon={icon}
      opened={opened}
      onOpen={setOpened}
      submitLabel={`Add ${kind}`}
      ready={ready}
      pending={adding.isPending}
      failed={adding.isError ? { title: `The ${kind} could not be saved`, error: adding.error } : null}
      onSubmit={adding.mutate}
    >
      {children}
    </SubmitSheet>
  );
}

function NoteForm({ tripId }: { tripId: string }) {
  const { fields, write, drop } = useFormDraft(`trip-note/${tripId}`, { text: '' });
  const text = fields.text.trim();
  const add = () => api.trips.addNote({ tripId, text });
  return (
    <AddSheet kind="note" icon={<IconNote size={15} aria-hidden />} ready={text !== ''} add={add} drop={drop}>
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxLength={ITEM_TEXT_MAX}
        value={fields.text}
        onChange={(event) => write({ text: event.currentTarget.value })}
      />
    </AddSheet>
  );
}

function LinkForm({ tripId }: { tripId: string }) {
  const { fields, write, drop } = useFormDraft(`trip-link/${tripId}`, { url: '', text: '' });
  const url = fields.url.trim();
  const add = () => api.trips.addLink({ tripId, url, text: fields.text.trim() });
  const ready = isWebAddress(url);
  const problem = 'A link begins with https:// or http://, and holds no name or password.';
  return (
    <AddSheet kind="link" icon={<IconLink size={15} aria-hidden />} ready={ready} add={add} drop={drop}>
      <TextInput
        label="Address"
        placeholder="https://"
        value={fields.url}
        error={url !== '' && !ready && problem}
        maxLength={LINK_MAX}
        onChange={(event) => write({ url: event.currentTarget.value })}
      />
      <TextInput
        label="What it is"
        value={fields.text}
        maxLength={ITEM_TEXT_MAX}
        onChange={(event) => write({ text: event.currentTarget.value })}
      />
    </AddSheet>
  );
}

import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { SEARCH_NAME_MAX } from '#shared/contract/results.ts';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { useSavedSearchActs } from './saved-search-acts.ts';

type RenameDialogProps = { search: SavedSearch | null; onClose: () => void };

/** Gives a saved search the user's own name, or removes it. */
export const RenameDialog = ({ search, onClose }: RenameDialogProps) => (
  <Modal opened={search !== null} onClose={onClose} title="Rename search">
    {search !== null && <RenameForm key={search.searchId} search={search} onClose={onClose} />}
  </Modal>
);

function RenameForm({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const [name, setName] = useState(search.name ?? '');
  const { rename } = useSavedSearchActs();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void rename(search.searchId, name.trim() || null, onClose);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Empty: called by what it asks for."
          placeholder={search.name === null ? search.title : undefined}
          maxLength={SEARCH_NAME_MAX}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogButtons leave={{ label: 'Cancel', onLeave: onClose }}>
          <Button variant="filled" type="submit">
            Save name
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

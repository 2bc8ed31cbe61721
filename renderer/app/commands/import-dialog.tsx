import { Button, FileButton, Stack, Text } from '@mantine/core';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { openChosen } from '../open-file.ts';
import { FrameModal, type FrameModalProps } from './frame-modal.tsx';

/** Chooses a file to open: the menu itself cannot, since a browser shows its files only after a click in the page. */
export const ImportDialog = ({ opened, onClose }: FrameModalProps) => (
  <FrameModal opened={opened} onClose={onClose} title="Import">
    <Stack gap="sm">
      <Text>
        A trip, a backup or a pack of facts. You see what the file holds before anything changes. A file can
        also be dropped on this window.
      </Text>
      <DialogButtons leave={{ label: 'Cancel', onLeave: onClose }}>
        <FileButton
          onChange={(file) => {
            if (file === null) return;
            onClose();
            openChosen(file);
          }}
          inputProps={{ 'aria-label': 'File to import' }}
        >
          {({ onClick }) => (
            <Button variant="filled" data-autofocus onClick={onClick}>
              Choose a file…
            </Button>
          )}
        </FileButton>
      </DialogButtons>
    </Stack>
  </FrameModal>
);

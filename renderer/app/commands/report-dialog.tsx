import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { copyText } from '../../ui/copy-text.ts';
import { NotRead } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { announce } from '../../ui/status-messages.ts';
import { FrameModal, type FrameModalProps } from './frame-modal.tsx';

/** Shows what a report of a problem needs, and copies it. Nothing is sent. */
export function ReportDialog({ opened, onClose }: FrameModalProps) {
  const details = useQuery({
    queryKey: ['diagnostics'],
    queryFn: () => api.diagnostics.details(),
    enabled: opened,
    gcTime: 0,
  });
  const copy = async (text: string) =>
    announce(
      (await copyText(text)) ? 'The diagnosis is on the clipboard.' : 'The clipboard cannot be used here.',
    );
  return (
    <FrameModal opened={opened} onClose={onClose} title="Report a problem">
      <Stack gap="sm">
        <Text>
          Say what you did, what you expected and what happened, and add this diagnosis. It holds no key, no
          search and nobody’s address, and nothing of it is sent by itself.
        </Text>
        {details.isPending && <LoadingState />}
        <NotRead of={details} />
        {details.data && <Textarea aria-label="Diagnosis" readOnly rows={12} value={details.data.text} />}
        <DialogButtons leave={{ label: 'Close', onLeave: onClose }}>
          <Button
            variant="filled"
            disabled={!details.data}
            onClick={() => void copy(details.data?.text ?? '')}
          >
            Copy diagnosis
          </Button>
        </DialogButtons>
      </Stack>
    </FrameModal>
  );
}

import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { copyText } from '../ui/copy-text.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { SettingsSection } from './settings-section.tsx';

/** Details for finding out what went wrong, shared only by hand: nothing is ever sent automatically. */
export function Diagnostics() {
  const failed = (error: unknown) => announce(failureOf(error).message);
  const show = useMutation({
    mutationFn: () => api.diagnostics.showLog(),
    onSuccess: ({ shown, logFile }) =>
      announce(shown ? 'The log is shown in your file manager.' : `The log is at ${logFile}.`),
    onError: failed,
  });
  const copy = useMutation({
    mutationFn: async () => copyText((await api.diagnostics.details()).text),
    onSuccess: (copied) =>
      announce(copied ? 'The details are on the clipboard.' : 'The clipboard cannot be used here.'),
    onError: failed,
  });
  return (
    <SettingsSection
      title="Log"
      about="It stays on this computer and holds no key, no search and nobody’s address."
    >
      <Group gap="xs">
        <Button size="xs" variant="default" loading={show.isPending} onClick={() => show.mutate()}>
          Show log
        </Button>
        <Button size="xs" variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
          Copy details
        </Button>
      </Group>
    </SettingsSection>
  );
}

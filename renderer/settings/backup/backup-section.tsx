import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BackupContents } from '#shared/contract/program/backup.ts';
import { formatBytes } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { Ago } from '../../ui/ago.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { contentsLabel, outcomeMessages, restoredMessages } from './restored-messages.ts';
import { cancelRestore, mergeIt, resumeRestore, sendBackup, useRestoring } from './restoring.ts';
import { cancelSaving, saveBackup, useSaving } from './saving.ts';

const ABOUT = 'Everything in one file, except your key. Restoring adds it to what is here.';

/** Saves a full copy of the data in one file, and restores from such a file. */
export function BackupSection() {
  return (
    <SettingsSection title="Copy and restore" about={ABOUT}>
      <Stack gap="md">
        <Save />
        <div data-part="restore">
          <Restore />
        </div>
      </Stack>
    </SettingsSection>
  );
}

function Bar({ words, share, label }: { words: string; share: number; label: string }) {
  return (
    <div>
      <Text>{words}</Text>
      <Progress value={share * 100} aria-label={label} mt={4} />
    </div>
  );
}

function Save() {
  const saving = useSaving();
  if (saving.kind === 'saving')
    return (
      <Stack gap="xs">
        <Bar
          words={`${saving.words}: ${formatBytes(saving.done)} of ${formatBytes(saving.of)}`}
          share={saving.of === 0 ? 0 : saving.done / saving.of}
          label="Backup"
        />
        <Group>
          <Button size="xs" onClick={cancelSaving}>
            Cancel backup
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button onClick={() => void saveBackup()}>Save a backup</Button>
        {saving.kind === 'saved' && <Text>{saving.words}</Text>}
      </Group>
      {saving.kind === 'failed' && <FailureNotice error={saving.error} title="Backup not made" />}
    </Stack>
  );
}

function Restore() {
  const restoring = useRestoring();
  const busy = restoring.kind === 'checking' || restoring.kind === 'merging';
  const { data: underWay } = useQuery({
    queryKey: ['restore'],
    queryFn: () => api.restore.progress(),
    refetchInterval: busy ? 400 : false,
    gcTime: 0,
  });
  useEffect(() => {
    if (underWay) resumeRestore(underWay);
  }, [underWay]);
  switch (restoring.kind) {
    case 'sending':
      return (
        <Stack gap="xs">
          <Bar
            words={`Reading the file: ${formatBytes(restoring.done)} of ${formatBytes(restoring.of)}`}
            share={restoring.of === 0 ? 1 : restoring.done / restoring.of}
            label="Restore"
          />
          <CancelRestore />
        </Stack>
      );
    case 'checking':
    case 'merging': {
      const { words, done, of } = underWay ?? { words: '', done: 0, of: 0 };
      const doing = restoring.kind === 'checking' ? 'Checking the backup' : 'Adding it to your data';
      return (
        <Stack gap="xs">
          <Bar
            words={words === '' ? `${doing}…` : `${doing}: ${words.toLowerCase()}…`}
            share={of === 0 ? 0 : done / of}
            label="Restore"
          />
          {restoring.kind === 'merging' && (
            <Text c="dimmed">You can read meanwhile; nothing can be added until this is done.</Text>
          )}
          <CancelRestore />
        </Stack>
      );
    }
    case 'checked':
      return <Ask contents={restoring.contents} />;
    default:
      return (
        <Stack gap="xs">
          <Group>
            <FileButton
              onChange={(file) => file && void sendBackup(file)}
              inputProps={{ 'aria-label': 'Backup file' }}
            >
              {({ onClick }) => <Button onClick={onClick}>Restore from a backup…</Button>}
            </FileButton>
          </Group>
          {restoring.kind === 'failed' && (
            <FailureNotice error={restoring.error} title="Backup not restored" />
          )}
          {restoring.kind === 'done' && (
            <Alert color="green" title="Backup restored">
              {restoredMessages(restoring.restored).map((sentence) => (
                <Text key={sentence}>{sentence}</Text>
              ))}
            </Alert>
          )}
        </Stack>
      );
  }
}

function CancelRestore() {
  return (
    <Group>
      <Button size="xs" onClick={cancelRestore}>
        Cancel restore
      </Button>
    </Group>
  );
}

function Ask({ contents }: { contents: BackupContents }) {
  return (
    <Alert color="blue" title="What this backup holds">
      <Stack gap={6}>
        <Text>
          {contents.madeAt === null ? (
            'It does not say when it was made.'
          ) : (
            <>
              It was made <Ago at={contents.madeAt} />.
            </>
          )}{' '}
          {contentsLabel(contents)}
        </Text>
        {outcomeMessages(contents).map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
        <Group gap="xs" mt={6}>
          <Button variant="filled" size="sm" onClick={() => void mergeIt()}>
            Add it to my data
          </Button>
          <Button size="sm" onClick={cancelRestore}>
            Cancel restore
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

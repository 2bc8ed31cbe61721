import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { SettingsSection } from './settings-section.tsx';

const doneMessage = ({ pages, records }: { pages: number; records: number }): string =>
  pages === 0
    ? 'There are no stored answers yet.'
    : `${plural(records, 'record')} rebuilt from ${plural(pages, 'stored answer')}.`;

/** Derives every record again from the stored answers: what was paid for is stored as it came. */
export function RebuildSection() {
  const rebuild = useMutation({
    mutationFn: () => api.settings.rebuildRecords(),
    onSuccess: (done) => announce(doneMessage(done)),
  });
  return (
    <SettingsSection
      title="Records"
      about="Reads every paid answer again, as it was stored. It costs nothing and needs no network."
    >
      <Group gap="sm">
        <Button loading={rebuild.isPending} onClick={() => rebuild.mutate()}>
          Rebuild from purchases
        </Button>
        {rebuild.isSuccess && <Text>{doneMessage(rebuild.data)}</Text>}
      </Group>
      <NotDone of={rebuild} title="Records not rebuilt" />
    </SettingsSection>
  );
}

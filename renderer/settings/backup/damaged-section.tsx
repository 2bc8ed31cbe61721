import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { absoluteTime, plural } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { NotDone, NotRead } from '../../ui/failure-notice.tsx';
import { saveAndNotify } from '../../ui/save-file.ts';
import { SettingsSection } from '../settings-section.tsx';

/** What of the data file could not be read, and its export; nothing where all could. */
export function DamagedSection() {
  const damaged = useQuery({ queryKey: ['settings', 'damaged'], queryFn: () => api.settings.damaged() });
  const rows = damaged.data?.rows ?? [];
  const settings = damaged.data?.settings ?? [];
  const save = useMutation({
    mutationFn: () =>
      saveAndNotify(
        'milepost-damaged.json',
        'application/json',
        `${JSON.stringify(
          rows.map(({ content, ...row }) => ({ ...row, content: JSON.parse(content) as unknown })),
          null,
          2,
        )}\n`,
        plural(rows.length, 'entry', 'entries'),
      ),
  });
  const forget = useMutation({
    mutationFn: () => api.settings.forgetDamaged({ last: Math.max(...rows.map(({ id }) => id)) }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['settings'] }),
  });
  if (damaged.isLoadingError) return <NotRead of={damaged} />;
  if (rows.length + settings.length === 0) return null;
  return (
    <SettingsSection
      title="Damaged entries"
      part="damaged"
      about="What could not be read of the data file. It was left or set aside as it is; all the rest is where it was."
    >
      <Stack gap="sm">
        {settings.length > 0 && (
          <List size="sm">
            {settings.map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
        )}
        {rows.length > 0 && (
          <>
            <List size="sm">
              {rows.map(({ id, called, foundAt, readable }) => (
                <List.Item key={id}>
                  {called}, found {absoluteTime(foundAt)}
                  {readable !== '' && <Text c="dimmed">{readable}</Text>}
                </List.Item>
              ))}
            </List>
            <Group gap="xs">
              <Button loading={save.isPending} onClick={() => save.mutate()}>
                Save them to a file
              </Button>
              <Button loading={forget.isPending} onClick={() => forget.mutate()}>
                Remove them
              </Button>
            </Group>
          </>
        )}
        <NotDone of={save} title="They could not be saved" />
        <NotDone of={forget} title="They could not be removed" />
      </Stack>
    </SettingsSection>
  );
}

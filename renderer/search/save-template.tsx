import { Button, Checkbox, Popover, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { announce } from '../components/status-words.ts';
import { templatesQuery } from './templates-query.ts';

/** Keeps the form as it stands under a name, whole or half filled in. */
export function SaveTemplate({ request }: { request: Readonly<Record<string, unknown>> }) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [pinned, setPinned] = useState(false);
  const { data: templates } = useQuery(templatesQuery);
  const replaces = templates?.some((kept) => kept.name.toLowerCase() === name.trim().toLowerCase()) ?? false;
  const save = useMutation({
    mutationFn: () => api.templates.save({ name: name.trim(), request: { ...request }, pinned }),
    onSuccess: (kept) => {
      announce(`Kept as a template: ${kept.name}`);
      setOpened(false);
      setName('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() !== '') save.mutate();
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      width={280}
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          disabled={Object.keys(request).length === 0}
          onClick={() => setOpened(!opened)}
        >
          Save as template
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Save as template">
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label="Name of the template"
              value={name}
              maxLength={80}
              description={replaces ? 'A template of this name is replaced.' : undefined}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              label="Pin it"
              checked={pinned}
              onChange={(event) => setPinned(event.currentTarget.checked)}
            />
            {save.isError && <FailureNotice error={save.error} title="The template could not be kept" />}
            <Button type="submit" size="xs" disabled={name.trim() === ''} loading={save.isPending}>
              Keep template
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

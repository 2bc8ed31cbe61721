import { Button, Checkbox, Popover, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { freeName } from '../components/free-name.ts';
import { KeepUnderName } from '../components/keep-under-name.tsx';
import { announce } from '../components/status-words.ts';
import { templatesQuery } from './templates-query.ts';

/** Longest name of a template, in characters. */
const NAME_MAX = 80;

/** Keeps the form as it stands under a name, whole or half filled in. */
export function SaveTemplate({ request }: { request: Readonly<Record<string, unknown>> }) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [pinned, setPinned] = useState(false);
  const { data: templates } = useQuery(templatesQuery);
  const taken = (templates ?? []).map((kept) => kept.name);
  const save = useMutation({
    mutationFn: (kept: { name: string; replace: boolean }) =>
      api.templates.save({ ...kept, request: { ...request }, pinned }),
    onSuccess: (kept) => {
      announce(`Kept as a template: ${kept.name}`);
      setOpened(false);
      setName('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() !== '') save.mutate({ name: freeName(name, taken, NAME_MAX), replace: false });
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
              maxLength={NAME_MAX}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              label="Pin it"
              checked={pinned}
              onChange={(event) => setPinned(event.currentTarget.checked)}
            />
            {save.isError && <FailureNotice error={save.error} title="The template could not be kept" />}
            <KeepUnderName
              label="Keep template"
              name={name}
              taken={taken}
              longest={NAME_MAX}
              loading={save.isPending}
              onReplace={() => save.mutate({ name: name.trim(), replace: true })}
            />
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

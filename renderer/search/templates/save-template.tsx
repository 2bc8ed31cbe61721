import { Button, Checkbox, Popover, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { checkAwardSearchRequest } from '#shared/award-search/request.ts';
import { VIEW_NAME_MAX } from '#shared/contract/program/views.ts';
import { searchPath } from '../../addresses/search-address.ts';
import { api } from '../../api/api.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { freeName } from '../../ui/forms/free-name.ts';
import { SaveUnderName } from '../../ui/forms/save-under-name.tsx';
import { announce } from '../../ui/status-messages.ts';
import { viewsQuery } from '../../views/views-query.ts';

type SaveTemplateProps = {
  request: Readonly<Record<string, unknown>>;
  /** A name that was typed is still being looked up. */
  isPending: boolean;
};

/** Saves the current form, complete or not, under a name. */
export function SaveTemplate({ request, isPending }: SaveTemplateProps) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [pinned, setPinned] = useState(false);
  const { data: views } = useQuery(viewsQuery);
  const namesInUse = (views ?? []).map((saved) => saved.name);
  const save = useMutation({
    mutationFn: (saved: { name: string; replace: boolean }) =>
      api.views.save({ ...saved, path: searchPath({ ...request }), pinned }),
    onSuccess: (saved) => {
      announce(`Template saved: ${saved.name}`);
      setOpened(false);
      setName('');
    },
  });
  /** Proposes the name that the search of a complete form would have; names are large and loaded with the first. */
  const proposeName = async (): Promise<void> => {
    const checked = checkAwardSearchRequest(request);
    if (!checked.ok) return;
    const { searchName } = await import('#shared/award-search/search-name.ts');
    setName((typed) => typed || searchName(checked.request).slice(0, VIEW_NAME_MAX));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: proposed once for each opening
  useEffect(() => {
    if (opened && !isPending && name === '') void proposeName();
  }, [opened, isPending]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() !== '') save.mutate({ name: freeName(name, namesInUse, VIEW_NAME_MAX), replace: false });
  };
  return (
    <Popover
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={280}
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          px={6}
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
              maxLength={VIEW_NAME_MAX}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              label="Pin it"
              checked={pinned}
              onChange={(event) => setPinned(event.currentTarget.checked)}
            />
            <NotDone of={save} title="Template not saved" />
            <SaveUnderName
              label="Save template"
              name={name}
              namesInUse={namesInUse}
              longest={VIEW_NAME_MAX}
              loading={save.isPending || isPending}
              onReplace={() => save.mutate({ name: name.trim(), replace: true })}
            />
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

import { ActionIcon, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { VIEW_NAME_MAX } from '#shared/contract/program/views.ts';
import { VIEW_PATH_MAX } from '#shared/opening.ts';
import { api } from '../api/api.ts';
import { NotDone, NotRead } from '../ui/failure-notice.tsx';
import { useFocusAfterRemoval } from '../ui/forms/focus-after-removal.ts';
import { Form } from '../ui/forms/form.tsx';
import { freeName } from '../ui/forms/free-name.ts';
import { SaveUnderName } from '../ui/forms/save-under-name.tsx';
import { announce } from '../ui/status-messages.ts';
import classes from './saved-views.module.css';
import { viewsQuery } from './views-query.ts';

/** Saves what is shown, with its filters and sorting, under a name, and opens saved views. */
export function SavedViews() {
  const [opened, setOpened] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <Popover
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={32}
          aria-label="Saved views"
          title="Saved views"
          onClick={() => setOpened(!opened)}
        >
          <IconBookmark size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views">
        <Stack gap="md" ref={sheet}>
          <SaveThis />
          <SavedList within={sheet} onOpen={() => setOpened(false)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SaveThis() {
  const [path] = useLocation();
  const search = useSearch();
  const [name, setName] = useState('');
  const { data: views } = useQuery(viewsQuery);
  const address = search === '' ? path : `${path}?${search}`;
  const namesInUse = (views ?? []).map((view) => view.name);
  const save = useMutation({
    mutationFn: (saved: { name: string; replace: boolean }) => api.views.save({ ...saved, path: address }),
    onSuccess: (saved) => {
      announce(`View saved: ${saved.name}`);
      setName('');
    },
  });
  const submit = () => {
    if (name.trim() !== '') save.mutate({ name: freeName(name, namesInUse, VIEW_NAME_MAX), replace: false });
  };
  if (address.length > VIEW_PATH_MAX)
    return <Text>This view has more filters than can be saved. Remove some first.</Text>;
  return (
    <Form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label="Name of this view"
          description="With its filters, sorting and columns"
          value={name}
          maxLength={VIEW_NAME_MAX}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NotDone of={save} title="View not saved" />
        <SaveUnderName
          label="Save this view"
          name={name}
          namesInUse={namesInUse}
          longest={VIEW_NAME_MAX}
          loading={save.isPending}
          onReplace={() => save.mutate({ name: name.trim(), replace: true })}
        />
      </Stack>
    </Form>
  );
}

type SavedListProps = { within: RefObject<HTMLDivElement | null>; onOpen: () => void };

function SavedList({ within, onOpen }: SavedListProps) {
  const removing = useFocusAfterRemoval(within, '[data-remove]');
  const [, navigate] = useLocation();
  const views = useQuery(viewsQuery);
  const remove = useMutation({
    mutationFn: ({ viewId }: { viewId: number; name: string }) => api.views.remove({ viewId }),
    onSuccess: (_, { name }) => announce(`View deleted: ${name}`),
  });
  if (views.isLoadingError) return <NotRead of={views} title="The saved views could not be read" />;
  if (views.data === undefined || views.data.length === 0) return null;
  return (
    <>
      <NotDone of={remove} title="View not deleted" />
      <ul className={classes.list}>
        {views.data.map(({ viewId, name, path }, place) => (
          <li key={viewId}>
            <Group gap={4} wrap="nowrap">
              <UnstyledButton
                className={classes.open}
                onClick={() => {
                  navigate(path);
                  onOpen();
                }}
              >
                {name}
              </UnstyledButton>
              <ActionIcon
                aria-label={`Delete view ${name}`}
                title="Delete"
                data-remove
                onClick={() => {
                  removing(place);
                  remove.mutate({ viewId, name });
                }}
              >
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
    </>
  );
}

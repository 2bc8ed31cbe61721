import { ActionIcon, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { VIEW_NAME_MAX, VIEW_PATH_MAX } from '#shared/contract/views.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { useFocusAfterRemoval } from '../components/focus-after-removal.ts';
import { freeName } from '../components/free-name.ts';
import { KeepUnderName } from '../components/keep-under-name.tsx';
import { announce } from '../components/status-words.ts';
import classes from './kept-views.module.css';
import { viewsQuery } from './views-query.ts';

/** Keeps what is shown, with its filters and sorting, under a name, and opens what was kept. */
export function KeptViews() {
  const [opened, setOpened] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={32}
          aria-label="Kept views"
          title="Kept views"
          onClick={() => setOpened(!opened)}
        >
          <IconBookmark size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Kept views">
        <Stack gap="md" ref={sheet}>
          <KeepThis />
          <KeptList within={sheet} onOpen={() => setOpened(false)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function KeepThis() {
  const [path] = useLocation();
  const search = useSearch();
  const [name, setName] = useState('');
  const { data: views } = useQuery(viewsQuery);
  const address = search === '' ? path : `${path}?${search}`;
  const taken = (views ?? []).map((view) => view.name);
  const keep = useMutation({
    mutationFn: (kept: { name: string; replace: boolean }) => api.views.keep({ ...kept, path: address }),
    onSuccess: (kept) => {
      announce(`View kept: ${kept.name}`);
      setName('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') keep.mutate({ name: freeName(name, taken, VIEW_NAME_MAX), replace: false });
  };
  if (address.length > VIEW_PATH_MAX)
    return (
      <Text size="sm">
        This view has more filters than can be kept. Take some away, and it can be kept under a name.
      </Text>
    );
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label="Name of this view"
          description="With its filters, sorting and columns"
          value={name}
          maxLength={VIEW_NAME_MAX}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {keep.isError && <FailureNotice error={keep.error} title="The view could not be kept" />}
        <KeepUnderName
          label="Keep this view"
          name={name}
          taken={taken}
          longest={VIEW_NAME_MAX}
          loading={keep.isPending}
          onReplace={() => keep.mutate({ name: name.trim(), replace: true })}
        />
      </Stack>
    </form>
  );
}

type KeptListProps = { within: RefObject<HTMLDivElement | null>; onOpen: () => void };

function KeptList({ within, onOpen }: KeptListProps) {
  const removing = useFocusAfterRemoval(within, '[data-take-away]');
  const [, navigate] = useLocation();
  const views = useQuery(viewsQuery);
  const remove = useMutation({
    mutationFn: ({ viewId }: { viewId: number; name: string }) => api.views.remove({ viewId }),
    onSuccess: (_, { name }) => announce(`View taken away: ${name}`),
  });
  if (views.isError) return <FailureNotice error={views.error} title="The kept views could not be read" />;
  if (views.data === undefined || views.data.length === 0) return null;
  return (
    <>
      {remove.isError && <FailureNotice error={remove.error} title="The view could not be taken away" />}
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
                variant="subtle"
                color="gray"
                aria-label={`Take view ${name} away`}
                title="Take away"
                data-take-away
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

import { Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CABINS, splitCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';
import { failureOf } from '../components/failure-notice.tsx';

/** A route as a column: everything that is kept for it, whichever search asked for it. */
export function AddRoute({ onScope }: { onScope: (scope: Scope) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      width={260}
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRoute size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          Add a route
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add a route">
        {open && (
          <RouteFields
            onScope={(scope) => {
              setOpen(false);
              onScope(scope);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function RouteFields({ onScope }: { onScope: (scope: Scope) => void }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [cabin, setCabin] = useState('');
  const add = useMutation({
    mutationFn: async () => {
      const scope: Scope = {
        kind: 'matching',
        origins: splitCodes(from),
        destinations: splitCodes(to),
        ...(cabin !== '' && { cabin }),
      };
      // Says so where nothing is kept for it: a column of nothing could not be compared.
      await api.results.scope({ scope });
      return scope;
    },
    onSuccess: onScope,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="xs">
        <TextInput
          label="From"
          placeholder="JFK, EWR"
          size="xs"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          label="To"
          placeholder="LHR"
          size="xs"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <NativeSelect
          label="Cabin asked for"
          size="xs"
          data={[{ value: '', label: 'Any' }, ...CABINS]}
          value={cabin}
          onChange={(event) => setCabin(event.currentTarget.value)}
          error={add.isError && failureOf(add.error).message}
        />
        <Button type="submit" size="xs" loading={add.isPending} disabled={`${from}${to}`.trim() === ''}>
          Add this route
        </Button>
      </Stack>
    </form>
  );
}

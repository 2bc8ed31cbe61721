import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CABINS, splitCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { api } from '../../api/api.ts';
import { failureOf } from '../../ui/failure-notice.tsx';
import { FormSheet } from '../../ui/forms/form-sheet.tsx';

type AddRouteProps = {
  /** Said where it takes the place of a column; there is no room for more than words. */
  label?: string;
  onScope: (scope: Scope) => void;
};

/** A route as a column: everything that is stored for it, whichever search asked for it. */
export function AddRoute({ label, onScope }: AddRouteProps) {
  const [open, setOpen] = useState(false);
  return (
    <FormSheet
      label={label ?? 'Add a route'}
      icon={label === undefined && <IconRoute size={14} aria-hidden />}
      width={260}
      opened={open}
      onOpen={setOpen}
    >
      <RouteFields
        onScope={(scope) => {
          setOpen(false);
          onScope(scope);
        }}
      />
    </FormSheet>
  );
}

/** Stands for no choice yet: no cabin is called so. */
const UNCHOSEN = '?';

function RouteFields({ onScope }: { onScope: (scope: Scope) => void }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  /** null until it is chosen: cabins that nobody asked to mix are not mixed. */
  const [cabin, setCabin] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: async () => {
      const scope: Scope = {
        kind: 'matching',
        origins: splitCodes(from),
        destinations: splitCodes(to),
        ...(cabin !== null && { cabin }),
      };
      // Says so where nothing is stored for it: a column of nothing could not be compared.
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
          data={[
            { value: UNCHOSEN, label: 'Choose one', disabled: true },
            ...CABINS,
            { value: '', label: 'Not stated' },
          ]}
          value={cabin ?? UNCHOSEN}
          onChange={(event) => setCabin(event.currentTarget.value)}
          error={add.isError && failureOf(add.error).message}
        />
        <Button
          type="submit"
          size="xs"
          loading={add.isPending}
          disabled={`${from}${to}`.trim() === '' || cabin === null}
        >
          Add this route
        </Button>
      </Stack>
    </form>
  );
}

import { Button, NativeSelect, Stack } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CABINS } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { api } from '../../api/api.ts';
import { onceReleased } from '../../api/press.ts';
import { AirportsField } from '../../places/airports-field.tsx';
import { AIRPORT_CODE } from '../../places/typed-codes.ts';
import { usePending } from '../../places/use-pending.ts';
import { failureOf } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { FormSheet } from '../../ui/forms/form-sheet.tsx';

type AddRouteProps = {
  /** Its label in place of a column; there is space only for text. */
  label?: string;
  onScope: (scope: Scope) => void;
};

/** A route as a column: everything stored for it, from any search. */
export function AddRoute({ label, onScope }: AddRouteProps) {
  const [open, setOpen] = useState(false);
  return (
    <FormSheet
      label={label ?? 'Add a route'}
      icon={label === undefined && <IconRoute size={14} aria-hidden />}
      width={320}
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

/** Means no choice yet: no cabin has this name. */
const UNCHOSEN = '?';

/** What is wrong at an end of the route; the contract would accept a name as a code. */
function problemOf(codes: readonly string[]): string | undefined {
  const unclear = codes.find((code) => !AIRPORT_CODE.test(code));
  return unclear === undefined ? undefined : `Choose an airport or city for “${unclear}”, or remove it.`;
}

function RouteFields({ onScope }: { onScope: (scope: Scope) => void }) {
  const [from, setFrom] = useState<readonly string[]>([]);
  const [to, setTo] = useState<readonly string[]>([]);
  const [isLookingUp, onPending] = usePending();
  /** null until it is chosen: cabins are not mixed unless requested. */
  const [cabin, setCabin] = useState<string | null>(null);
  const [isWanted, setWanted] = useState(false);
  const [tried, setTried] = useState(false);
  const problems = { from: problemOf(from), to: problemOf(to) };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (scope: Scope) => {
      // Reports a route that nothing is stored for: an empty column could not be compared.
      await api.results.scope({ scope });
      return scope;
    },
    onSuccess: onScope,
  });
  // A name that was just typed is looked up first.
  useEffect(() => {
    if (!isWanted || isLookingUp) return;
    setWanted(false);
    setTried(true);
    const ends = [...from, ...to];
    if (ends.length === 0 || problemOf(ends) !== undefined) return;
    mutate({
      kind: 'matching',
      origins: [...from],
      destinations: [...to],
      ...(cabin !== null && { cabin }),
    });
  }, [isWanted, isLookingUp, from, to, cabin, mutate]);
  const leave = () => onceReleased(() => setTried(true));
  const isEmpty = !isLookingUp && from.length + to.length === 0;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWanted(true);
      }}
    >
      <Stack gap="xs">
        <AirportsField
          isNarrow
          label="From"
          way="from"
          codes={from}
          error={tried ? problems.from : undefined}
          onChange={setFrom}
          onLeave={leave}
          onPending={onPending('from')}
        />
        <AirportsField
          isNarrow
          label="To"
          way="to"
          codes={to}
          error={tried ? problems.to : undefined}
          onChange={setTo}
          onLeave={leave}
          onPending={onPending('to')}
        />
        <NativeSelect
          label="Cabin searched"
          size="xs"
          data={[
            { value: UNCHOSEN, label: 'Choose one', disabled: true },
            ...CABINS,
            { value: '', label: 'Any cabin' },
          ]}
          value={cabin ?? UNCHOSEN}
          onChange={(event) => setCabin(event.currentTarget.value)}
          error={error !== null && failureOf(error).message}
        />
        <DialogButtons>
          <Button
            variant="filled"
            type="submit"
            size="xs"
            loading={isPending}
            disabled={isEmpty || cabin === null}
          >
            Add this route
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

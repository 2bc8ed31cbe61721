import { Box, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { localDay } from '#shared/dates.ts';
import { plainDate } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { api } from '../api/api.ts';
import { statusQuery } from '../status/status-query.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { OUTSIDE_MESSAGE, OutsideConfirmation } from '../ui/outside-confirmation.tsx';
import { announce } from '../ui/status-messages.ts';
import { type GrantForm, type GrantProblems, readGrant } from './grant-form.ts';
import classes from './permissions.module.css';

/** A saved search that a permission may be given for. */
export type Grantable = {
  searchId: number;
  title: string;
  toolRef: string;
  input: Record<string, unknown>;
  /** The currency of its price; null where none is known. */
  currency: string | null;
};

type GrantFieldsProps = {
  searches: readonly Grantable[];
  /** Whether the search is chosen here; otherwise it is the first. */
  choose?: boolean;
  onDone: () => void;
};

/**
 * Permission to refresh one search automatically; confirmed outside the page, as is everything that allows more to be
 * spent.
 */
export function GrantFields({ searches, choose = false, onDone }: GrantFieldsProps) {
  const queries = useQueryClient();
  const { data: status } = useQuery(statusQuery);
  const [form, setForm] = useState<GrantForm>({
    searchId: choose ? '' : String(searches[0]?.searchId ?? ''),
    perDay: '',
    until: '',
  });
  const [problems, setProblems] = useState<GrantProblems>({});
  const chosen = searches.find(({ searchId }) => String(searchId) === form.searchId);
  const currency = chosen?.currency ?? status?.spending.limits.perDay.currency ?? 'USD';
  const give = useMutation({
    mutationFn: (request: Parameters<typeof api.purchases.giveGrant>[0]) => api.purchases.giveGrant(request),
    onSuccess: (grant) => {
      void queries.invalidateQueries({ queryKey: ['purchases', 'grants'] });
      if (chosen !== undefined) void api.watchlist.watch({ searchIds: [chosen.searchId], watched: true });
      void queries.invalidateQueries({ queryKey: ['watchlist'] });
      announce(`Permitted until ${plainDate(grant.until)}, up to ${amountLabel(grant.perDay)} a day.`);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readGrant(form, currency, localDay(Date.now()));
    setProblems(read.ok ? {} : read.problems);
    if (!read.ok || chosen === undefined || give.isPending) return;
    const { perDay, until } = read.value;
    give.mutate({ toolRef: chosen.toolRef, input: chosen.input, perDay, until });
  };
  const change = (part: Partial<GrantForm>) => {
    setForm({ ...form, ...part });
    setProblems({});
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.give} data-one={!choose || undefined}>
        {choose && (
          <NativeSelect
            label="Search to refresh"
            value={form.searchId}
            error={problems.searchId}
            onChange={(event) => change({ searchId: event.currentTarget.value })}
            data={[
              { value: '', label: 'Choose…' },
              ...searches.map(({ searchId, title }) => ({ value: String(searchId), label: title })),
            ]}
          />
        )}
        <TextInput
          label={`${currency} a day`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.10"
          data-autofocus
          value={form.perDay}
          error={problems.perDay}
          onChange={(event) => change({ perDay: event.currentTarget.value })}
        />
        <DateField
          label="Last day"
          pickLabel="Calendar for the end"
          value={form.until}
          error={problems.until}
          onChange={(until) => change({ until })}
        />
      </div>
      <Text size="sm" c="dimmed" mt={6}>
        The first page of this search, when its refresh is due and Milepost is open. Your limits hold as well.{' '}
        {OUTSIDE_MESSAGE}
      </Text>
      {give.isPending && <OutsideConfirmation />}
      {give.isError && (
        <Box mt="sm">
          <FailureNotice error={give.error} title="Permission not given" />
        </Box>
      )}
      <Box mt="sm">
        <DialogButtons leave={{ label: 'Cancel', onLeave: onDone, disabled: give.isPending }}>
          <Button type="submit" loading={give.isPending}>
            Give permission
          </Button>
        </DialogButtons>
      </Box>
    </form>
  );
}

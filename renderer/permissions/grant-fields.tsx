import { Box, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { localDay } from '#shared/dates.ts';
import { plainDate, plural } from '#shared/formats.ts';
import { type Amount, amountLabel } from '#shared/money.ts';
import { hoursLabel } from '#shared/purchase/grant-terms.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { statusQuery } from '../status/queries.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { Form } from '../ui/forms/form.tsx';
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
  /** The price of one page; null where none is known. */
  pagePrice: Amount | null;
  /** Pages of the last complete run, otherwise of the last run. */
  pages: number;
  /** The suggested time between two refreshes, in hours; null where its dates have passed. */
  suggestedHours: number | null;
};

/** What is filled in for a search: the suggested time, and the pages that it had. */
const offeredFor = (search: Grantable | undefined): Pick<GrantForm, 'every' | 'pages'> => ({
  every: search?.suggestedHours == null ? '' : hoursLabel(search.suggestedHours),
  pages: search === undefined ? '' : String(search.pages),
});

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
  const { data: status } = useQuery(statusQuery);
  const [form, setForm] = useState<GrantForm>({
    searchId: choose ? '' : String(searches[0]?.searchId ?? ''),
    ...offeredFor(choose ? undefined : searches[0]),
    perDay: '',
    until: '',
  });
  const [problems, setProblems] = useState<GrantProblems>({});
  const chosen = searches.find(({ searchId }) => String(searchId) === form.searchId);
  const currency = chosen?.pagePrice?.currency ?? status?.spending.limits.perDay.currency ?? 'USD';
  const give = useMutation({
    mutationFn: (request: Parameters<typeof api.purchases.giveGrant>[0]) => api.purchases.giveGrant(request),
    onSuccess: (grant) => {
      void queryClient.invalidateQueries({ queryKey: ['purchases', 'grants'] });
      if (chosen !== undefined) void api.watchlist.watch({ searchIds: [chosen.searchId], watched: true });
      void queryClient.invalidateQueries({ queryKey: ['watchlist'] });
      announce(`Permitted until ${plainDate(grant.until)}, up to ${amountLabel(grant.perDay)} a day.`);
      onDone();
    },
  });
  const submit = () => {
    const read = readGrant(form, { currency, pagePrice: chosen?.pagePrice ?? null }, localDay(Date.now()));
    setProblems(read.ok ? {} : read.problems);
    if (!read.ok || chosen === undefined || give.isPending) return;
    const { searchId: _of, ...terms } = read.value;
    give.mutate({ toolRef: chosen.toolRef, input: chosen.input, ...terms });
  };
  const change = (part: Partial<GrantForm>) => {
    setForm({ ...form, ...part });
    setProblems({});
  };
  return (
    <Form onSubmit={submit}>
      <div className={classes.give} data-one={!choose || undefined}>
        {choose && (
          <NativeSelect
            label="Search to refresh"
            value={form.searchId}
            error={problems.searchId}
            onChange={({ currentTarget: { value } }) => {
              const search = searches.find(({ searchId }) => String(searchId) === value);
              change({ searchId: value, ...offeredFor(search) });
            }}
            data={[
              { value: '', label: 'Choose…' },
              ...searches.map(({ searchId, title }) => ({ value: String(searchId), label: title })),
            ]}
          />
        )}
        <TextInput
          label="Every"
          placeholder="6 days"
          data-autofocus
          {...(chosen?.suggestedHours == null
            ? {}
            : { description: `Suggested: ${hoursLabel(chosen.suggestedHours)}` })}
          value={form.every}
          error={problems.every}
          onChange={(event) => change({ every: event.currentTarget.value })}
        />
        <TextInput
          label="All pages, at most"
          inputMode="numeric"
          {...(chosen === undefined ? {} : { description: `Last time: ${plural(chosen.pages, 'page')}` })}
          value={form.pages}
          error={problems.pages}
          onChange={(event) => change({ pages: event.currentTarget.value })}
        />
        <TextInput
          label={`${currency} a day`}
          inputMode="decimal"
          placeholder="0.10"
          {...(chosen?.pagePrice == null ? {} : { description: `${amountLabel(chosen.pagePrice)} a page` })}
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
      <Text c="dimmed" mt={6}>
        Refreshed while Milepost is open, in the tray or run by your system’s scheduler. Your limits hold as
        well. {OUTSIDE_MESSAGE}
      </Text>
      {give.isPending && <OutsideConfirmation />}
      {give.isError && (
        <Box mt="sm">
          <FailureNotice error={give.error} title="Permission not given" />
        </Box>
      )}
      <Box mt="sm">
        <DialogButtons leave={{ label: 'Cancel', onLeave: onDone, disabled: give.isPending }}>
          <Button variant="filled" type="submit" loading={give.isPending}>
            Give permission
          </Button>
        </DialogButtons>
      </Box>
    </Form>
  );
}

import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatAmount } from '#shared/money.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { dayOf } from '../components/local-days.ts';
import { OUTSIDE_WORDS, OutsideConfirmation } from '../components/outside-confirmation.tsx';
import { statusQuery } from '../components/status-query.ts';
import { announce } from '../components/status-words.ts';
import { savedSearchesQuery } from '../results/saved-searches-query.ts';
import { awardToolsQuery } from '../search/award-tools-query.ts';
import { type GrantForm, type GrantProblems, readGrant } from './grant-form.ts';
import { grantsQuery } from './grants-query.ts';
import classes from './settings.module.css';

const EMPTY: GrantForm = { searchId: '', perDay: '', until: '' };

/** Gives leave to refresh one saved search; it is confirmed outside the page, as everything that lets more be spent. */
export function GiveGrant() {
  const queries = useQueryClient();
  const [form, setForm] = useState<GrantForm | null>(null);
  const [problems, setProblems] = useState<GrantProblems>({});
  const searches = useQuery(savedSearchesQuery);
  const tools = useQuery(awardToolsQuery);
  const { data: status } = useQuery(statusQuery);
  const tool = tools.data?.tools[0];
  const currency = tool?.price?.currency ?? status?.spending.limits.perDay.currency ?? 'USD';
  const give = useMutation({
    mutationFn: (request: Parameters<typeof api.purchases.giveGrant>[0]) => api.purchases.giveGrant(request),
    onSuccess: (grant) => {
      void queries.invalidateQueries({ queryKey: grantsQuery.queryKey });
      setForm(null);
      announce(`Permitted until ${grant.until}, up to ${formatAmount(grant.perDay)} a day.`);
    },
  });

  if (searches.data?.length === 0 || !tool)
    return (
      <Text size="sm" c="dimmed">
        {tool
          ? 'A permission is given for a saved search: run one first.'
          : 'A permission needs an award search Tool, and there is none in the kept catalogue.'}
      </Text>
    );
  if (form === null)
    return (
      <Group>
        <Button size="xs" variant="default" onClick={() => setForm(EMPTY)}>
          Give a permission…
        </Button>
      </Group>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readGrant(form, currency, dayOf(Date.now()));
    setProblems(read.ok ? {} : read.problems);
    if (!read.ok) return;
    const { searchId, perDay, until } = read.value;
    const search = searches.data?.find((each) => each.searchId === searchId);
    if (search) give.mutate({ toolRef: tool.tool.toolRef, input: search.criteria, perDay, until });
  };
  const change = (part: Partial<GrantForm>) => setForm({ ...form, ...part });
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.give}>
        <NativeSelect
          label="Search to refresh"
          value={form.searchId}
          error={problems.searchId}
          onChange={(event) => change({ searchId: event.currentTarget.value })}
          data={[
            { value: '', label: 'Choose…' },
            ...(searches.data ?? []).map(({ searchId, title }) => ({
              value: String(searchId),
              label: title,
            })),
          ]}
        />
        <TextInput
          label={`${currency} a day`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.10"
          value={form.perDay}
          error={problems.perDay}
          onChange={(event) => change({ perDay: event.currentTarget.value })}
        />
        <TextInput
          label="Last day"
          type="date"
          value={form.until}
          error={problems.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </div>
      <Text size="sm" c="dimmed" mt={6}>
        Only this request, its first page, at {tool.tool.title}. {OUTSIDE_WORDS}
      </Text>
      {give.isPending && <OutsideConfirmation />}
      <Group gap="xs" mt="sm">
        <Button type="submit" size="sm" loading={give.isPending}>
          Give permission
        </Button>
        <Button size="sm" variant="default" disabled={give.isPending} onClick={() => setForm(null)}>
          Not now
        </Button>
      </Group>
      {give.isError && <FailureNotice error={give.error} title="Nothing was permitted" />}
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatAmount } from '#shared/money.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { announce } from '../components/status-words.ts';
import { type LimitsForm, type LimitsProblems, limitsFormOf, readLimits } from './limits-form.ts';
import classes from './settings.module.css';
import { settingsQuery } from './settings-query.ts';
import { SettingsSection } from './settings-section.tsx';

/** What may be spent: exact amounts in one currency. Nothing is bought in a currency without a limit. */
export function LimitsSection() {
  const settings = useQuery(settingsQuery);
  return (
    <SettingsSection
      title="Limits"
      about="Milepost refuses whatever would go above one of them. Purchases that are not settled count in full. A price in another currency than this one is refused."
    >
      {settings.isError && <FailureNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <LoadingState />}
      {settings.data && <LimitsFields limits={settings.data.limits} />}
    </SettingsSection>
  );
}

function LimitsFields({ limits }: { limits: Limits }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<LimitsForm | null>(null);
  const [problems, setProblems] = useState<LimitsProblems>({});
  const save = useMutation({
    mutationFn: (next: Limits) => api.settings.setLimits({ limits: next }),
    onSuccess: (after) => {
      queries.setQueryData(settingsQuery.queryKey, after);
      setTyped(null);
      announce(`Limits saved: ${formatAmount(after.limits.perDay)} a day.`);
    },
  });
  const form = typed ?? limitsFormOf(limits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readLimits(form);
    setProblems(read.ok ? {} : read.problems);
    if (read.ok) save.mutate(read.limits);
  };
  const field = (name: keyof LimitsForm, label: string) => (
    <TextInput
      label={label}
      value={form[name]}
      error={problems[name]}
      inputMode={name === 'currency' ? 'text' : 'decimal'}
      autoComplete="off"
      onChange={(event) => setTyped({ ...form, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form onSubmit={submit}>
      <div className={classes.limits}>
        {field('perCall', 'Limit for one Call')}
        {field('perDay', 'Daily limit')}
        {field('perMonth', 'Monthly limit')}
        {field('currency', 'Currency')}
      </div>
      <Button type="submit" mt="sm" loading={save.isPending} disabled={typed === null}>
        Save limits
      </Button>
      {save.isError && <FailureNotice error={save.error} title="The limits were not saved" />}
    </form>
  );
}

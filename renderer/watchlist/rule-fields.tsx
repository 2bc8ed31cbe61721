import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WatchRule } from '#shared/contract/watchlist.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { ruleLabel } from '../permissions/refresh-labels.ts';
import { digestQuery } from '../records/queries.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { Form } from '../ui/forms/form.tsx';
import { announce } from '../ui/status-messages.ts';
import { NotificationPermission } from './notification-permission.tsx';
import { type RuleForm, type RuleProblems, readRule, ruleForm } from './rule-form.ts';

type RuleFieldsProps = { searchId: number; rule: WatchRule | null; onDone: () => void };

/** The user's rule for one search; everything that is filled in must hold. */
export function RuleFields({ searchId, rule, onDone }: RuleFieldsProps) {
  const digest = useQuery(digestQuery);
  const [form, setForm] = useState(() => ruleForm(rule));
  const [problems, setProblems] = useState<RuleProblems>({});
  const set = useMutation({
    mutationFn: (wanted: WatchRule | null) => api.watchlist.setRule({ searchId, rule: wanted }),
    onSuccess: (_, wanted) => {
      void queryClient.invalidateQueries({ queryKey: ['watchlist'] });
      announce(wanted === null ? 'No longer notified.' : `You are notified of ${ruleLabel(wanted)}.`);
      onDone();
    },
  });
  const submit = () => {
    const read = readRule(form);
    setProblems(read.ok ? {} : read.problems);
    if (read.ok && !set.isPending) set.mutate(read.rule);
  };
  const change = (part: Partial<RuleForm>) => {
    setForm({ ...form, ...part });
    setProblems({});
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <Group grow align="start">
          <TextInput
            label="Fewer miles than"
            inputMode="numeric"
            placeholder="70,000"
            data-autofocus
            value={form.miles}
            error={problems.miles}
            onChange={(event) => change({ miles: event.currentTarget.value })}
          />
          <TextInput
            label="Seats at least"
            inputMode="numeric"
            placeholder="For all travellers"
            value={form.seats}
            error={problems.seats}
            onChange={(event) => change({ seats: event.currentTarget.value })}
          />
        </Group>
        <TextInput
          label="Among the cheapest, per cent"
          description="Of the other dates seen on its route, programme and cabin, where 20 are there"
          inputMode="numeric"
          placeholder="10"
          value={form.cheapest}
          error={problems.cheapest}
          onChange={(event) => change({ cheapest: event.currentTarget.value })}
        />
        <Checkbox
          label="Direct only"
          checked={form.direct}
          error={problems.all}
          onChange={(event) => change({ direct: event.currentTarget.checked })}
        />
        <Text c="dimmed">
          You are notified once when a refresh finds space for which all of this holds, and again when it was
          removed and comes back. A seat count that is not given does not count.
        </Text>
        {digest.data?.notifications === 'page' && <NotificationPermission />}
        <NotDone of={set} title="It was not saved" />
        <DialogButtons
          leave={{ label: 'Cancel', onLeave: onDone, disabled: set.isPending }}
          more={
            rule !== null && (
              <Button disabled={set.isPending} onClick={() => set.mutate(null)}>
                Stop notifying me
              </Button>
            )
          }
        >
          <Button variant="filled" type="submit" loading={set.isPending && set.variables !== null}>
            Notify me
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

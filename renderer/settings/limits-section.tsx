import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amountLabel } from '#shared/money.ts';
import { DEFAULT_APPROVALS } from '#shared/purchase/approval-choice.ts';
import { changedLimits, type Limits, raisedLimits } from '#shared/purchase/limits.ts';
import { api } from '../api/api.ts';
import { useReplacing } from '../api/use-replacing.ts';
import { CommandLine } from '../ui/command-line.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { Form } from '../ui/forms/form.tsx';
import { OUTSIDE_MESSAGE, OutsideConfirmation } from '../ui/outside-confirmation.tsx';
import { announce } from '../ui/status-messages.ts';
import { ApprovalsFields } from './approvals-fields.tsx';
import { CurrencyLimits } from './currency-limits.tsx';
import { type LimitsForm, limitsFormOf, NO_PROBLEMS, readLimits } from './limits-form.ts';
import { Loaded } from './loaded.tsx';
import { settingsQuery } from './queries.ts';
import { SettingsSection } from './settings-section.tsx';
import { ToolLimits } from './tool-limits.tsx';

/** Spending limits: exact amounts per currency and per Tool. Nothing is bought in a currency without a limit. */
export function LimitsSection() {
  const settings = useQuery(settingsQuery);
  return (
    <SettingsSection
      title="Limits"
      about="Nothing is bought above them. What is not settled counts in full; a currency without limits is not spent."
    >
      <Loaded of={settings}>{({ limits }) => <LimitsFields limits={limits} />}</Loaded>
    </SettingsSection>
  );
}

/** Which approvals are confirmed outside the page as well. */
export function ApprovalsSection() {
  const { data } = useQuery(settingsQuery);
  if (data === undefined) return null;
  return (
    <SettingsSection
      title="Confirmations"
      about="Some approvals are confirmed in a dialog or the terminal too."
    >
      <ApprovalsFields
        approvals={data.approvals ?? DEFAULT_APPROVALS}
        currency={data.limits.perCall.currency}
      />
    </SettingsSection>
  );
}

/** The command that sets the same limits from a terminal, where the page could not have them confirmed. */
function LimitsCommand({ limits }: { limits: Limits }) {
  const { data } = useQuery({
    queryKey: ['settings', 'limits-command', limits],
    queryFn: () => api.settings.limitsCommand({ limits }),
  });
  if (data == null || data.command === null) return null;
  return (
    <>
      <Text>From a terminal:</Text>
      <CommandLine command={data.command} what="set the limits" />
    </>
  );
}

function LimitsFields({ limits }: { limits: Limits }) {
  const [typed, setTyped] = useState<LimitsForm | null>(null);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const save = useReplacing(
    settingsQuery,
    (next: Limits) => api.settings.setLimits({ limits: next }),
    (after) => {
      setTyped(null);
      announce(`Limits saved: ${amountLabel(after.limits.perDay)} a day.`);
    },
  );
  const form = typed ?? limitsFormOf(limits);
  const read = readLimits(form);
  const raised = typed !== null && read.ok ? raisedLimits(limits, changedLimits(limits, read.limits)) : [];
  const submit = () => {
    setProblems(read.ok ? NO_PROBLEMS : read.problems);
    if (read.ok) save.mutate(read.limits);
  };
  const change = (part: Partial<LimitsForm>) => {
    setTyped({ ...form, ...part });
    setProblems(NO_PROBLEMS);
  };
  return (
    <Form onSubmit={submit}>
      {limits.unread === true && (
        <Text fw={500} c="var(--mantine-color-error)" mb="sm">
          Your limits are stored but cannot be read. Nothing is bought until you set them again here.
        </Text>
      )}
      <CurrencyLimits
        main={form.main}
        others={form.others}
        problems={problems}
        onChange={(main, others) => change({ main, others })}
      />
      <ToolLimits
        tools={form.perTool}
        currency={form.main.currency}
        problems={problems.perTool}
        onChange={(perTool) => change({ perTool })}
      />
      {raised.length > 0 && !save.isPending && (
        <div role="note">
          <Text fw={600} mt="sm">
            This raises what may be spent
          </Text>
          {raised.map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
          <Text c="dimmed">{OUTSIDE_MESSAGE}</Text>
        </div>
      )}
      {save.isPending && raised.length > 0 && <OutsideConfirmation />}
      <Group gap="xs" mt="sm">
        {typed !== null && (
          <Button
            disabled={save.isPending}
            onClick={() => {
              setTyped(null);
              setProblems(NO_PROBLEMS);
              save.reset();
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" loading={save.isPending} disabled={typed === null}>
          Save limits
        </Button>
      </Group>
      <NotDone of={save} title="Limits not saved" />
      {save.isError && read.ok && raised.length > 0 && <LimitsCommand limits={read.limits} />}
    </Form>
  );
}

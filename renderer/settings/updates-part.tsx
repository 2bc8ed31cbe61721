import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UpdateSchedule, UpdateState, Updates } from '#shared/contract/program/updates.ts';
import { api } from '../api/api.ts';
import { useReplacing } from '../api/use-replacing.ts';
import { Ago } from '../ui/ago.tsx';
import { FailureNotice, NotDone } from '../ui/failure-notice.tsx';

const updatesQuery = queryOptions({ queryKey: ['updates', 'read'], queryFn: () => api.updates.read() });

const SCHEDULES: { value: UpdateSchedule; label: string }[] = [
  { value: 'weekly', label: 'Every week' },
  { value: 'daily', label: 'Every day' },
  { value: 'never', label: 'Never' },
];

function stateMessage(state: UpdateState): string | null {
  switch (state.step) {
    case 'unchecked':
      return null;
    case 'checking':
      return 'Checking for updates…';
    case 'newest':
      return 'This is the newest version.';
    case 'found':
      return `Milepost ${state.version} is available.`;
    case 'downloading':
      return `Downloading Milepost ${state.version}: ${state.percent}%`;
    case 'ready':
      return `Milepost ${state.version} is downloaded. Installing it restarts Milepost.`;
    case 'waiting':
      return `Milepost ${state.version} will be installed as soon as nothing is being bought. ${state.words}`;
    case 'installing':
      return `Installing Milepost ${state.version}…`;
    case 'failed':
      return state.words;
  }
}

/** The next step that the user can take; none while one is in progress. */
function nextStep(state: UpdateState): { label: string; run: () => Promise<Updates> } | null {
  switch (state.step) {
    case 'unchecked':
    case 'newest':
    case 'failed':
      return { label: 'Check for updates', run: () => api.updates.check() };
    case 'found':
      return { label: 'Download', run: () => api.updates.download() };
    case 'ready':
      return { label: 'Install and restart…', run: () => api.updates.install() };
    default:
      return null;
  }
}

/** Whether there is a newer version, and how often Milepost checks automatically. */
export function UpdatesPart() {
  const { data, error } = useQuery(updatesQuery);
  const change = useReplacing(updatesQuery, (run: () => Promise<Updates>) => run());
  if (error !== null) return <FailureNotice error={error} />;
  if (data === undefined) return null;
  if (!data.self.works) return <Text>{data.self.words}</Text>;
  const step = nextStep(data.state);
  const words = stateMessage(data.state);
  return (
    <>
      <Group gap="sm" align="end">
        <NativeSelect
          label="Check for updates"
          description={data.self.words}
          data={SCHEDULES}
          value={data.schedule}
          onChange={({ currentTarget }) => {
            const chosen = SCHEDULES.find(({ value }) => value === currentTarget.value);
            if (chosen !== undefined)
              change.mutate(() => api.updates.setSchedule({ schedule: chosen.value }));
          }}
        />
        {step !== null && (
          <Button loading={change.isPending} onClick={() => change.mutate(step.run)}>
            {step.label}
          </Button>
        )}
      </Group>
      <Text role="status">
        {words}
        {data.checkedAt !== null && (
          <>
            {' '}
            Last checked <Ago at={data.checkedAt} />.
          </>
        )}
      </Text>
      <NotDone of={change} title="The update did not go on" />
    </>
  );
}

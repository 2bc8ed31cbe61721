import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { absoluteTime, plural } from '#shared/formats.ts';
import { EarlierRuns, useRuns } from '../records/runs-read.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { scopePath } from '../ui/screen-paths.ts';
import classes from './saved/saved-searches.module.css';

/** Shows one run of a search alone, or any of them together in one table. */
export function RunsMenu({ searchId }: { searchId: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover trapFocus returnFocus opened={opened} onChange={setOpened} position="bottom-start" shadow="md">
      <Popover.Target>
        <Button size="xs" h={26} px={7} onClick={() => setOpened(!opened)}>
          Runs…
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <RunChoice searchId={searchId} onShow={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function RunChoice({ searchId, onShow }: { searchId: number; onShow: () => void }) {
  const [, navigate] = useLocation();
  const runs = useRuns(searchId);
  const [chosen, setChosen] = useState<string[]>([]);
  if (runs.isLoadingError) return <NotRead of={runs} title="The runs could not be read" />;
  if (runs.data === undefined) return <Text>Reading…</Text>;
  const runIds = chosen.map(Number);
  const [only] = runIds;
  return (
    <Stack gap="sm">
      <Checkbox.Group label="Show together" value={chosen} onChange={setChosen}>
        <Stack gap={6} mt={6} className={classes.runs}>
          {runs.data.runs.map((run) => (
            <Checkbox
              key={run.runId}
              size="xs"
              value={String(run.runId)}
              label={`${absoluteTime(run.ranAt)}, ${plural(run.records, 'record')}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <EarlierRuns runs={runs} />
      <Button
        variant="filled"
        size="xs"
        disabled={only === undefined}
        onClick={() => {
          if (only === undefined) return;
          navigate(
            scopePath(
              runIds.length === 1
                ? { kind: 'run', runId: only }
                : { kind: 'several', searchIds: [], runIds: runIds.toSorted((a, b) => a - b) },
            ),
          );
          onShow();
        }}
      >
        {only === undefined ? 'Choose runs' : `Show ${plural(runIds.length, 'run')}`}
      </Button>
    </Stack>
  );
}

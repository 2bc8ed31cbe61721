import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SetupItem } from '#shared/contract/status.ts';
import { api } from '../api/api.ts';
import { useReplacing } from '../api/use-replacing.ts';
import { NotDone, NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { setupQuery } from './queries.ts';
import classes from './setup-checklist.module.css';

const MARKS: Record<SetupItem['state'], { icon: typeof IconCircleCheck; word: string }> = {
  met: { icon: IconCircleCheck, word: 'Met' },
  unmet: { icon: IconCircleX, word: 'Missing' },
  unknown: { icon: IconCircleDashed, word: 'Not known' },
};

/** The service is asked once per start of the window, and later at the user's request. */
let hasChecked = false;

/** What the award search needs before use (§1.6, §5.8): what is met, what is not, and how to meet it. */
export function SetupChecklist() {
  const setup = useQuery(setupQuery);
  const ask = useReplacing(setupQuery, () => api.status.setup({ refresh: true }));
  const { mutate } = ask;
  useEffect(() => {
    if (hasChecked) return;
    hasChecked = true;
    mutate();
  }, [mutate]);

  if (setup.isLoadingError) return <NotRead of={setup} />;
  if (!setup.data) return <LoadingState />;
  const missing = setup.data.items.filter((item) => item.state !== 'met').length;
  return (
    <details className={classes.checklist} open={!setup.data.ready} key={String(setup.data.ready)}>
      <summary>
        <Text span inherit fw={600} mr={10}>
          Setup
        </Text>
        <Text span size="xs" c="dimmed">
          {setup.data.ready
            ? 'Everything that the award search needs is there'
            : `${missing} of ${setup.data.items.length} still open`}
        </Text>
      </summary>
      <ul>
        {setup.data.items.map((item) => {
          const { icon: Icon, word } = MARKS[item.state];
          return (
            <li key={item.id} data-state={item.state}>
              <Icon size={18} stroke={1.7} role="img" aria-label={word} />
              <div className={classes.item}>
                <Text span inherit fw={500} mr={8}>
                  {item.label}
                </Text>
                <Text span size="xs" c="dimmed">
                  {item.detail}
                </Text>
                {item.remedy && <p>{item.remedy}</p>}
              </div>
            </li>
          );
        })}
      </ul>
      <Group gap="xs" mt={12}>
        <Button size="xs" onClick={() => mutate()} loading={ask.isPending}>
          Ask the service again
        </Button>
      </Group>
      <NotDone of={ask} title="Not checked" />
    </details>
  );
}

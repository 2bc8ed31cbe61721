import { Button, Group, Radio, Stack, Switch, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Background, OnClose } from '#shared/contract/program/background.ts';
import { api } from '../../api/api.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { announce } from '../../ui/status-messages.ts';
import { Loaded } from '../loaded.tsx';
import { SettingsSection } from '../settings-section.tsx';

const backgroundQuery = queryOptions({
  queryKey: ['background'],
  queryFn: () => api.background.read(),
});

const CHOICES: readonly { value: OnClose; label: string }[] = [
  { value: 'ask', label: 'Ask me' },
  { value: 'tray', label: 'Keep Milepost in the tray' },
  { value: 'quit', label: 'Quit' },
];

/** What Milepost does while its window is closed: the tray, the start at login, and a pause for today. */
export function BackgroundSection() {
  const background = useQuery(backgroundQuery);
  return (
    <SettingsSection
      title="Tray and login"
      part="tray"
      about="What was permitted refreshes as long as Milepost runs, also without a window."
    >
      <Loaded of={background}>{(now) => <BackgroundFields now={now} />}</Loaded>
    </SettingsSection>
  );
}

function BackgroundFields({ now }: { now: Background }) {
  const act = useReplacing(
    backgroundQuery,
    ({ change }: { change: () => Promise<Background>; words: string }) => change(),
    (_, { words }) => announce(words),
  );
  const isPaused = now.pausedUntil !== null;
  return (
    <Stack gap="md">
      {now.tray.works ? (
        <Radio.Group
          label="When the last window closes"
          value={now.onClose}
          onChange={(value) => {
            const chosen = CHOICES.find((choice) => choice.value === value);
            if (chosen !== undefined)
              act.mutate({
                change: () => api.background.setOnClose({ onClose: chosen.value }),
                words: `When the last window closes: ${chosen.label.toLowerCase()}.`,
              });
          }}
        >
          <Stack gap={6} mt={6}>
            {CHOICES.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <Text>{now.tray.words}</Text>
      )}
      {now.login.works ? (
        <Switch
          label="Start at login, without a window"
          checked={now.login.on}
          onChange={({ currentTarget: { checked } }) =>
            act.mutate({
              change: () => api.background.setLogin({ on: checked }),
              words: checked ? 'Milepost starts at login.' : 'Milepost does not start at login.',
            })
          }
        />
      ) : (
        now.login.words !== now.tray.words && <Text c="dimmed">{now.login.words}</Text>
      )}
      <Group gap="sm">
        <Button
          onClick={() =>
            act.mutate({
              change: () => api.background.pause({ today: !isPaused }),
              words: isPaused ? 'Watching goes on.' : 'Watching is paused for today.',
            })
          }
        >
          {isPaused ? 'Go on watching' : 'Pause watching for today'}
        </Button>
        <Text c="dimmed">
          {isPaused
            ? 'Nothing refreshes by itself until tomorrow.'
            : 'Nothing would refresh by itself until tomorrow.'}
        </Text>
      </Group>
      <NotDone of={act} title="Not changed" />
    </Stack>
  );
}

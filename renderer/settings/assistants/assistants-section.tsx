import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssistantAccess } from '#shared/contract/program/assistants.ts';
import { api } from '../../api/api.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { Ago } from '../../ui/ago.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { OutsideConfirmation } from '../../ui/outside-confirmation.tsx';
import { announce } from '../../ui/status-messages.ts';
import { Tag } from '../../ui/tag.tsx';
import { Loaded } from '../loaded.tsx';
import { accessQuery } from '../queries.ts';
import { SettingsSection } from '../settings-section.tsx';
import classes from './assistants.module.css';
import { Connections } from './connections.tsx';

/** Whether assistants may read, how they are configured for Milepost, and what they did. */
export function AssistantsSection() {
  const access = useQuery(accessQuery);
  const turn = useReplacing(
    accessQuery,
    (on: boolean) => (on ? api.assistants.turnOn() : api.assistants.turnOff()),
    ({ on }) => announce(on ? 'Assistants may read.' : 'Assistants read nothing any more.'),
  );
  return (
    <SettingsSection
      title="Reading"
      about="Claude, Cursor and others may read saved searches, records, trips, spending, what your wallet pays for an award, and notes that are not private. They cannot see your key, your account or your balances, and cannot buy."
    >
      <Loaded of={access}>
        {(data) => (
          <>
            <Group gap="sm">
              <Tag tone={data.on ? 'good' : 'quiet'}>{data.on ? 'On' : 'Off'}</Tag>
              {data.since !== null && (
                <Text component="span">
                  since <Ago at={data.since} />
                </Text>
              )}
              <Button size="sm" loading={turn.isPending} onClick={() => turn.mutate(!data.on)}>
                {data.on ? 'Turn off assistants' : 'Turn on assistants'}
              </Button>
            </Group>
            {turn.isPending && turn.variables && <OutsideConfirmation />}
            <NotDone of={turn} title="Nothing was changed" />
            {data.on && data.configurations.length > 0 && <Configurations all={data.configurations} />}
            <Connections />
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}

/** What to copy into an assistant's program, so that it finds Milepost. */
function Configurations({ all }: { all: AssistantAccess['configurations'] }) {
  const [chosen, choose] = useState(0);
  const one = all[chosen] ?? all[0];
  if (one === undefined) return null;
  const copy = async () =>
    announce(
      (await copyText(one.text)) ? `Copied for ${one.client}.` : 'It could not be copied: select the text.',
    );
  return (
    <Stack gap={6} miw={0}>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label="Connect"
          data={all.map(({ client }, place) => ({ value: String(place), label: client }))}
          value={String(chosen)}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        />
        <Button size="sm" leftSection={<IconCopy size={15} aria-hidden />} onClick={copy}>
          Copy
        </Button>
      </Group>
      <Text>{one.words}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keys */}
      <section className={classes.text} tabIndex={0} aria-label={`Configuration for ${one.client}`}>
        <pre>{one.text}</pre>
      </section>
    </Stack>
  );
}

import { Button, Code, Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel, ChannelKind, Channels } from '#shared/contract/program/channels.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { Ago } from '../../ui/ago.tsx';
import { NotDone } from '../../ui/failure-notice.tsx';
import { OutsideConfirmation } from '../../ui/outside-confirmation.tsx';
import { announce } from '../../ui/status-messages.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { Loaded } from '../loaded.tsx';
import { channelsQuery } from '../queries.ts';
import classes from '../settings.module.css';
import { SettingsSection } from '../settings-section.tsx';
import { CHANNEL_NAMES, ChannelDialog } from './channel-dialog.tsx';

const STATES: Readonly<Record<Channel['state'], { label: string; tone: Tone }>> = {
  off: { label: 'Off', tone: 'quiet' },
  untested: { label: 'Not tested', tone: 'warn' },
  on: { label: 'On', tone: 'good' },
};

/** Where Milepost tells of award space that a rule matches. */
export function ChannelsSection() {
  const channels = useQuery(channelsQuery);
  return (
    <SettingsSection
      title="Where to"
      part="channels"
      about="What your rules match arrives as a notification of the system, and also where you set it up here."
    >
      <Loaded of={channels}>{(data) => <ChannelTable channels={data} />}</Loaded>
    </SettingsSection>
  );
}

function ChannelTable({ channels }: { channels: Channels }) {
  const [settingUp, setSettingUp] = useState<ChannelKind | null>(null);
  const act = useMutation({
    mutationFn: ({ name, kind }: { name: 'test' | 'remove'; kind: ChannelKind }) =>
      api.channels[name]({ kind }),
    // What the last act said is over.
    onMutate: () => announce(''),
    onSuccess: (after, { name, kind }) => {
      queryClient.setQueryData(channelsQuery.queryKey, after);
      announce(
        name === 'test'
          ? `The test was sent. ${CHANNEL_NAMES[kind]} is on.`
          : `${CHANNEL_NAMES[kind]} is off.`,
      );
    },
  });
  const doing = (name: 'test' | 'remove', kind: ChannelKind) =>
    act.isPending && act.variables.name === name && act.variables.kind === kind;
  return (
    <Stack gap="md">
      <Table aria-label="Channels" className={classes.grants} verticalSpacing={8}>
        <Table.Tbody>
          {channels.channels.map((channel) => (
            <Table.Tr key={channel.kind}>
              <Table.Th scope="row">{CHANNEL_NAMES[channel.kind]}</Table.Th>
              <Table.Td>
                <Tag tone={STATES[channel.state].tone}>{STATES[channel.state].label}</Tag>
              </Table.Td>
              <Table.Td>
                <ChannelFacts channel={channel} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {channel.state !== 'off' && (
                    <Button
                      size="compact-sm"
                      variant={channel.state === 'untested' ? 'filled' : 'default'}
                      aria-label={`Send a test: ${CHANNEL_NAMES[channel.kind]}`}
                      loading={doing('test', channel.kind)}
                      onClick={() => act.mutate({ name: 'test', kind: channel.kind })}
                    >
                      Send a test
                    </Button>
                  )}
                  <Button
                    size="compact-sm"
                    aria-label={`${channel.state === 'off' ? 'Set up' : 'Change'}: ${CHANNEL_NAMES[channel.kind]}`}
                    onClick={() => setSettingUp(channel.kind)}
                  >
                    {channel.state === 'off' ? 'Set up…' : 'Change…'}
                  </Button>
                  {channel.state !== 'off' && (
                    <Button
                      size="compact-sm"
                      aria-label={`Remove: ${CHANNEL_NAMES[channel.kind]}`}
                      loading={doing('remove', channel.kind)}
                      onClick={() => act.mutate({ name: 'remove', kind: channel.kind })}
                    >
                      Remove
                    </Button>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <NotDone of={act} title={act.variables?.name === 'test' ? 'The test did not arrive' : 'Not removed'} />
      <PerDay channels={channels} />
      <details className={classes.details}>
        <summary>What is sent</summary>
        <Text mt={6}>
          Places, dates, cabins, seats, miles and programmes of what your rules match, the name of the search,
          and whether you can pay it; the name of a trip whose price you watch, and its miles; that a charge
          is not what you approved, without the amount. Never keys, balances or notes.
        </Text>
        <Text mt={6}>
          <strong>{channels.example.title}</strong>
          <br />
          {channels.example.text}
        </Text>
        <Text mt={6}>The same to a webhook, with a signature:</Text>
        <Code block mt={6} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {channels.example.json}
        </Code>
      </details>
      <ChannelDialog kind={settingUp} channels={channels} onClose={() => setSettingUp(null)} />
    </Stack>
  );
}

/** Where it goes, and what did not arrive. */
function ChannelFacts({ channel: { to, trouble, waiting, unclear, givenUp, today } }: { channel: Channel }) {
  const counts = [
    today > 0 ? `${plural(today, 'message')} today` : null,
    waiting > 0 ? `${plural(waiting, 'event')} waiting` : null,
    unclear > 0 ? `${plural(unclear, 'event')} may not have arrived` : null,
    givenUp > 0 ? `${plural(givenUp, 'event')} given up` : null,
  ].filter((words) => words !== null);
  return (
    <>
      {to !== null && <Text style={{ overflowWrap: 'anywhere' }}>{to}</Text>}
      {counts.length > 0 && (
        <Text size="xs" c="dimmed">
          {counts.join(', ')}
        </Text>
      )}
      {trouble !== null && (
        <Text size="xs" c="var(--mantine-color-error)">
          <Ago at={trouble.at} />: {trouble.words} Activity has each attempt.
        </Text>
      )}
    </>
  );
}

/** The most messages a day, which only a confirmation outside the page raises. */
function PerDay({ channels }: { channels: Channels }) {
  const [typed, setTyped] = useState<number | string | null>(null);
  const save = useReplacing(
    channelsQuery,
    (perDay: number) => api.channels.setPerDay({ perDay }),
    ({ perDay }) => {
      setTyped(null);
      announce(`Up to ${plural(perDay, 'message')} a day.`);
    },
  );
  const value = typed ?? channels.perDay;
  const isChanged = typeof value === 'number' && value !== channels.perDay;
  return (
    <>
      <Group align="end" gap="xs">
        <NumberInput
          label="Messages a day on each, at most"
          w={300}
          min={1}
          max={100}
          allowDecimal={false}
          value={value}
          onChange={setTyped}
        />
        {isChanged && (
          <Button loading={save.isPending} onClick={() => save.mutate(value)}>
            Save
          </Button>
        )}
      </Group>
      {save.isPending && <OutsideConfirmation />}
      <NotDone of={save} title="Not changed" />
    </>
  );
}

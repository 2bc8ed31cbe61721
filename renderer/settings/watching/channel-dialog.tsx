import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ChannelKind, ChannelSetup, Channels } from '#shared/contract/program/channels.ts';
import { api } from '../../api/api.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { NotDone } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { OutsideConfirmation } from '../../ui/outside-confirmation.tsx';
import { announce } from '../../ui/status-messages.ts';
import { channelsQuery } from '../queries.ts';
import { type ChannelForm, type ChannelProblems, EMPTY_CHANNEL, readChannel } from './channel-form.ts';

export const CHANNEL_NAMES: Readonly<Record<ChannelKind, string>> = {
  email: 'E-mail',
  ntfy: 'ntfy',
  webhook: 'Webhook',
};

const FIELDS: Readonly<Record<ChannelKind, readonly { name: keyof ChannelForm; label: string }[]>> = {
  email: [
    { name: 'host', label: 'Mail server' },
    { name: 'port', label: 'Port' },
    { name: 'user', label: 'User name' },
    { name: 'from', label: 'From' },
    { name: 'to', label: 'To' },
  ],
  ntfy: [{ name: 'server', label: 'ntfy server' }],
  webhook: [{ name: 'address', label: 'Address' }],
};

/** What to copy before: it goes to the keychain, and this page never sees it. */
const COPY: Readonly<Record<ChannelKind, string>> = {
  email: 'Then copy the password. If your server needs none, leave the user name empty.',
  ntfy: 'Then copy the topic, and after a space its access token if it has one. Choose a topic that nobody guesses: whoever knows it reads along.',
  webhook: 'Then copy a secret of at least 16 letters and digits, which your receiver knows too.',
};

const TERMINAL: Readonly<Record<ChannelKind, string>> = {
  email: 'email --host HOST --user NAME --from ADDRESS --to ADDRESS',
  ntfy: 'ntfy',
  webhook: 'webhook --address URL',
};

type ChannelDialogProps = { kind: ChannelKind | null; channels: Channels; onClose: () => void };

/** Sets one channel up: its address here, its secret from the clipboard, and the confirmation outside the page. */
export function ChannelDialog({ kind, channels, onClose }: ChannelDialogProps) {
  return (
    <Modal
      centered
      opened={kind !== null}
      onClose={onClose}
      title={kind === null ? '' : `Set up: ${CHANNEL_NAMES[kind]}`}
      size={520}
    >
      {kind !== null &&
        (channels.clipboard ? (
          <ChannelFields key={kind} kind={kind} onDone={onClose} />
        ) : (
          <FromTerminal kind={kind} command={channels.command} />
        ))}
    </Modal>
  );
}

function ChannelFields({ kind, onDone }: { kind: ChannelKind; onDone: () => void }) {
  const [form, setForm] = useState(EMPTY_CHANNEL);
  const [problems, setProblems] = useState<ChannelProblems>({});
  const setUp = useReplacing(
    channelsQuery,
    (setup: ChannelSetup) => api.channels.setUp(setup),
    () => {
      announce(`${CHANNEL_NAMES[kind]} is set up. Send a test to turn it on.`);
      onDone();
    },
  );
  const submit = () => {
    const read = readChannel(kind, form);
    setProblems(read.ok ? {} : read.problems);
    if (read.ok && !setUp.isPending) setUp.mutate(read.setup);
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        {FIELDS[kind].map(({ name, label }, place) => (
          <TextInput
            key={name}
            label={label}
            data-autofocus={place === 0 || undefined}
            value={form[name]}
            error={problems[name]}
            onChange={(event) => {
              setForm({ ...form, [name]: event.currentTarget.value });
              setProblems({});
            }}
          />
        ))}
        <Text c="dimmed">
          {COPY[kind]} Milepost asks you outside this window whether the address is yours, and takes the
          secret from the clipboard to the system’s keychain.
        </Text>
        {setUp.isPending && <OutsideConfirmation />}
        <NotDone of={setUp} title="Not set up" />
        <DialogButtons leave={{ label: 'Cancel', onLeave: onDone, disabled: setUp.isPending }}>
          <Button variant="filled" type="submit" loading={setUp.isPending}>
            Set up with the secret I copied
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

const FromTerminal = ({ kind, command }: { kind: ChannelKind; command: string | null }) => (
  <Stack gap="sm">
    <Text>
      A page in a browser must not see the secret. Set the channel up in a terminal: it asks for the secret,
      and sends the test.
    </Text>
    {command !== null && (
      <CommandLine command={`${command} ${TERMINAL[kind]}`} what={`set up ${CHANNEL_NAMES[kind]}`} />
    )}
  </Stack>
);

import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { AssistantAccess } from '#shared/contract/program/assistants.ts';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/status-messages.ts';
import classes from './assistants.module.css';

/** What to copy into an assistant's program, so that it finds Milepost. */
export function Configurations({ all }: { all: AssistantAccess['configurations'] }) {
  const [chosen, choose] = useState(0);
  const one = all[chosen] ?? all[0];
  if (one === undefined) return null;
  const copy = async () =>
    announce(
      (await copyText(one.text)) ? `Copied for ${one.client}.` : 'It could not be copied: select the text.',
    );
  return (
    <div className={classes.configuration}>
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
    </div>
  );
}

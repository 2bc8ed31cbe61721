import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './components.module.css';
import { copyText } from './copy-text.ts';

/** A complete command for a terminal, with a button that copies it. `what` describes it, for the button's name. */
export function CommandLine({ command, what }: { command: string; what: string }) {
  const [copied, setCopied] = useState('');
  const isCopied = copied === command;
  return (
    <div className={classes.command}>
      <code>{command}</code>
      <Button
        size="xs"
        flex="none"
        leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        aria-label={isCopied ? `Copied: ${what}` : `Copy command: ${what}`}
        onClick={() => void copyText(command).then((done) => setCopied(done ? command : ''))}
      >
        {isCopied ? 'Copied' : 'Copy command'}
      </Button>
    </div>
  );
}

import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './components.module.css';

/** An identifier in full, with a button that copies it. `what` names it for the button. */
export function RequestId({ id, what = 'request id' }: { id: string; what?: string }) {
  return (
    <span className={classes.copyable}>
      <code>{id}</code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <ActionIcon
            size="xs"
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
            title={copied ? 'Copied' : 'Copy'}
          >
            {copied ? <IconCheck size={12} aria-hidden /> : <IconCopy size={12} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}

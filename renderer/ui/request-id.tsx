import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './components.module.css';
import { copyText } from './copy-text.ts';

/** How long the button confirms copying, in milliseconds. */
const SAID_FOR_MS = 1_500;

/** An identifier in full, with a button that copies it. `what` names it for the button. */
export function RequestId({ id, what = 'request id' }: { id: string; what?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <span className={classes.copyable}>
      <code>{id}</code>
      <ActionIcon
        size="xs"
        onClick={() => void copyText(id).then(setCopied)}
        aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
        title={copied ? 'Copied' : 'Copy'}
      >
        {copied ? <IconCheck size={12} aria-hidden /> : <IconCopy size={12} aria-hidden />}
      </ActionIcon>
    </span>
  );
}

/** After other words: the id of their request, where there is one (§7.2). */
export const WithRequestId = ({ id }: { id: string | null | undefined }) =>
  id && (
    <>
      {' · '}
      <RequestId id={id} />
    </>
  );

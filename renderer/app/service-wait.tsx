import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber, waitLabel } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { useNow } from '../ui/now.ts';
import { announce } from '../ui/status-messages.ts';
import classes from './frame.module.css';

/**
 * The wait that the service requested, counting down, with a button that cancels what waits for it (§7.1); otherwise
 * `otherwise`.
 */
export function ServiceWait({ otherwise }: { otherwise: ReactNode }) {
  const { data } = useQuery({ queryKey: ['wait', 'read'], queryFn: () => api.marketplace.wait() });
  if (data === undefined || data.until === null) return otherwise;
  return (
    <Countdown
      until={data.until}
      namedMs={data.tooLong?.namedMs ?? null}
      waiting={data.waiting}
      otherwise={otherwise}
    />
  );
}

type CountdownProps = {
  until: number;
  /** Where the user may ask once in spite of the wait. */
  namedMs: number | null;
  waiting: readonly string[];
  otherwise: ReactNode;
};

function Countdown({ until, namedMs, waiting, otherwise }: CountdownProps) {
  const left = until - useNow('second');
  const stop = useMutation({
    mutationFn: () => api.marketplace.cancelWait(),
    onSuccess: () => announce('What waited for the service was given up. It was not sent.'),
    onError: () => announce('It could not be given up: the program behind this page did not answer.'),
  });
  const ask = useMutation({
    mutationFn: () => api.marketplace.askOnce(),
    onSuccess: () => announce('The service answered. What you ask for goes out; what is automatic waits on.'),
    onError: (error) => announce(failureOf(error).message),
  });
  if (left <= 0) return otherwise;
  return (
    <div className={classes.fact} title={waiting.length === 0 ? undefined : `Waiting: ${waiting.join(', ')}`}>
      <span className={classes.label}>
        The service asked to wait: {waitLabel(left)}
        {namedMs !== null && ` (it named ${formatNumber(Math.round(namedMs / 1_000))} seconds)`}
      </span>
      {namedMs !== null ? (
        <Button
          size="compact-xs"
          style={{ alignSelf: 'flex-start' }}
          title="What is automatic waits for that long. You may ask once by hand."
          loading={ask.isPending}
          onClick={() => ask.mutate()}
        >
          Ask once now
        </Button>
      ) : waiting.length === 0 ? (
        <span className={classes.value} data-tone="warn">
          <span className={classes.dot} aria-hidden />
          Nothing is waiting
        </span>
      ) : (
        <Button
          size="compact-xs"
          style={{ alignSelf: 'flex-start' }}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          Stop waiting
        </Button>
      )}
    </div>
  );
}

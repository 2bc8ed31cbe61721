import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Trip } from '#shared/contract/trips.ts';
import { formatNumber } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { Ago } from '../../ui/ago.tsx';
import { NotDone } from '../../ui/failure-notice.tsx';
import { announce } from '../../ui/status-messages.ts';
import { watchLabel } from './watch-label.ts';

/** The price that is watched: what it was, what it is now, and the way to stop. */
export function WatchedPrice({ trip: { tripId, watch } }: { trip: Trip }) {
  const stop = useMutation({
    mutationFn: () => api.trips.unwatch({ tripId }),
    onSuccess: () => announce('Not watched any more.'),
  });
  if (watch === null) return null;
  return (
    <Text my={6} fz={13}>
      Watched since <Ago at={watch.since} />, at {formatNumber(watch.miles)} miles. {watchLabel(watch)}
      {watch.changedAt !== null && (
        <>
          {' '}
          (<Ago at={watch.changedAt} />)
        </>
      )}
      .{' '}
      <Button size="compact-xs" loading={stop.isPending} onClick={() => stop.mutate()}>
        Stop watching
      </Button>
      <NotDone of={stop} title="It is still watched" />
    </Text>
  );
}

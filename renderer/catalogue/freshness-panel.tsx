import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { freshnessLabel } from '#shared/catalogue/freshness.ts';
import { api } from '../api/api.ts';
import { CURRENT_MS } from '../tools/cached-then-service.ts';
import classes from '../tools/catalogue.module.css';
import { Ago } from '../ui/ago.tsx';
import { failureOf, isUnreachable } from '../ui/failure-notice.tsx';
import { useNow } from '../ui/now.ts';
import { ageLabel } from '../ui/relative-time.ts';

/** States of the service's own refresh that need no mention. */
const DONE: ReadonlySet<string> = new Set(['none', 'complete', 'completed']);

/** How far the catalogue can be trusted, shown before its content (§1.4). */
export function FreshnessPanel() {
  const now = useNow();
  const cached = useQuery({
    queryKey: ['catalogue', 'freshness'],
    queryFn: () => api.catalogue.freshness({ from: 'cached' }),
  });
  const requested = useQuery({
    queryKey: ['marketplace', 'read', 'freshness'],
    queryFn: () => api.catalogue.freshness({ from: 'service' }),
    staleTime: CURRENT_MS,
  });
  const cachedReading = cached.data ?? null;
  const newReading = requested.data ?? null;
  const freshness =
    cachedReading && newReading
      ? cachedReading.readAt > newReading.readAt
        ? cachedReading
        : newReading
      : (newReading ?? cachedReading);
  // Where it cannot be read again, the last known state is only as good as its age.
  const isOld = freshness?.status === 'fresh' && requested.isError;
  const whyNot = isUnreachable(requested.error) ? '' : failureOf(requested.error).message;
  return (
    <section
      aria-label="Catalogue freshness"
      className={classes.freshness}
      data-state={isOld ? 'unknown' : (freshness?.status ?? 'unknown')}
    >
      <p>
        <strong>
          {isOld
            ? `Catalogue ${ageLabel(freshness.completedAt ?? freshness.readAt, now)}`
            : freshnessLabel(freshness)}
        </strong>
        {freshness === null ? (
          <span>{requested.isError ? whyNot : 'Reading it from the service…'}</span>
        ) : (
          <span>
            {freshness.completedAt !== null && (
              <>
                Completed <Ago at={freshness.completedAt} />.{' '}
              </>
            )}
            {freshness.refreshState !== null && !DONE.has(freshness.refreshState) && (
              <>The service’s refresh: {freshness.refreshState}. </>
            )}
            {freshness.lastError !== null && (
              <>
                Its last error: <code>{freshness.lastError}</code>.{' '}
              </>
            )}
            Read <Ago at={freshness.readAt} />.{requested.isError && ` Not read again. ${whyNot}`}
          </span>
        )}
      </p>
      <ActionIcon
        aria-label="Read the catalogue’s freshness again"
        title="Read again"
        loading={requested.isFetching}
        onClick={() => void requested.refetch()}
      >
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
    </section>
  );
}

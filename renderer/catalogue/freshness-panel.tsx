import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { freshnessLabel } from '#shared/catalogue/freshness.ts';
import { api } from '../api/api.ts';
import { CURRENT_MS } from '../tools/cached-then-service.ts';
import classes from '../tools/catalogue.module.css';
import { Ago } from '../ui/ago.tsx';
import { failureOf } from '../ui/failure-notice.tsx';

/** How far the catalogue can be trusted, before anything of it is read (§1.4). */
export function FreshnessPanel() {
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
  return (
    <section
      aria-label="Catalogue freshness"
      className={classes.freshness}
      data-state={freshness?.status ?? 'unknown'}
    >
      <div>
        <strong>{freshnessLabel(freshness)}</strong>
        <p>
          {freshness === null ? (
            requested.isError ? (
              failureOf(requested.error).message
            ) : (
              'Asking the service…'
            )
          ) : (
            <>
              {freshness.completedAt !== null && (
                <>
                  Last completed <Ago at={freshness.completedAt} />.{' '}
                </>
              )}
              {freshness.refreshState !== null && freshness.refreshState !== 'none' && (
                <>The service’s refresh: {freshness.refreshState}. </>
              )}
              {freshness.lastError !== null && (
                <>
                  Its last error: <code>{freshness.lastError}</code>.{' '}
                </>
              )}
              Read <Ago at={freshness.readAt} />
              {requested.isError && `; it could not be read again: ${failureOf(requested.error).message}`}
            </>
          )}
        </p>
        {freshness !== null && freshness.status !== 'fresh' && (
          <p>
            What is not found here may still exist: only a fresh and complete catalogue could rule it out.
          </p>
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
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

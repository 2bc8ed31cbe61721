import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { freshnessWords } from '#shared/catalogue/freshness.ts';
import { api } from '../api/api.ts';
import { Ago } from '../components/ago.tsx';
import { failureOf } from '../components/failure-notice.tsx';
import classes from './catalogue.module.css';
import { CURRENT_MS } from './kept-then-service.ts';

/** How far the catalogue can be trusted, before anything of it is read (§1.4). */
export function FreshnessPanel() {
  const kept = useQuery({
    queryKey: ['catalogue', 'freshness'],
    queryFn: () => api.catalogue.freshness({ from: 'kept' }),
  });
  const asked = useQuery({
    queryKey: ['marketplace', 'asked', 'freshness'],
    queryFn: () => api.catalogue.freshness({ from: 'service' }),
    staleTime: CURRENT_MS,
  });
  const keptReading = kept.data ?? null;
  const newReading = asked.data ?? null;
  const freshness =
    keptReading && newReading
      ? keptReading.readAt > newReading.readAt
        ? keptReading
        : newReading
      : (newReading ?? keptReading);
  return (
    <section
      aria-label="Catalogue freshness"
      className={classes.freshness}
      data-state={freshness?.status ?? 'unknown'}
    >
      <div>
        <strong>{freshnessWords(freshness)}</strong>
        <p>
          {freshness === null ? (
            asked.isError ? (
              failureOf(asked.error).message
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
              {asked.isError && `; it could not be read again: ${failureOf(asked.error).message}`}
            </>
          )}
        </p>
        {freshness !== null && freshness.status !== 'fresh' && (
          <p>What is not found here may still exist: only a fresh and whole catalogue could rule it out.</p>
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Read the catalogue’s freshness again"
        title="Read again"
        loading={asked.isFetching}
        onClick={() => void asked.refetch()}
      >
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
    </section>
  );
}

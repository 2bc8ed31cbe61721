import { useQuery } from '@tanstack/react-query';
import type { Provenance } from '#shared/contract/catalogue.ts';

export type From = 'cached' | 'service';

/** How long an answer of the service counts as current when a screen opens. */
export const CURRENT_MS = 60_000;

export type CachedThenService<Answer> = {
  /** The newer of the cached answer and the service's; null where there is neither. */
  answer: Answer | null;
  /** Nothing to show yet, and still reading. */
  waiting: boolean;
  /** The service is being asked. */
  refreshing: boolean;
  /** Why the service could not be asked; null where it could. */
  failure: unknown;
  /** Why the cached answers could not be read; null where they could. */
  unread: unknown;
  readAgain: () => void;
};

/** The newer of two answers. */
export function newer<Answer extends { provenance: Provenance }>(
  cached: Answer | null | undefined,
  reply: Answer | null | undefined,
): Answer | null {
  if (!cached) return reply ?? null;
  if (!reply) return cached;
  return cached.provenance.asOf > reply.provenance.asOf ? cached : reply;
}

/**
 * Shows what is cached at once and reads from the service in the background. The two have separate cache entries: a
 * `changed` catalogue invalidates the cached answers, and must not make the screen ask the service, whose every answer
 * changes the catalogue.
 */
export function useCachedThenService<Answer extends { provenance: Provenance }>(
  what: readonly unknown[],
  read: (from: From) => Promise<Answer | null>,
): CachedThenService<Answer> {
  const cached = useQuery({ queryKey: ['catalogue', ...what], queryFn: () => read('cached') });
  const reply = useQuery({
    queryKey: ['marketplace', 'read', ...what],
    queryFn: () => read('service'),
    staleTime: CURRENT_MS,
  });
  return {
    answer: newer(cached.data, reply.data),
    waiting: cached.isPending || (reply.isPending && !cached.data),
    refreshing: reply.isFetching,
    failure: reply.isError && !reply.isFetching ? reply.error : null,
    unread: cached.error,
    readAgain: () => void reply.refetch(),
  };
}

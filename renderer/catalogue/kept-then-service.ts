import { useQuery } from '@tanstack/react-query';
import type { Provenance } from '#shared/contract/catalogue.ts';

export type From = 'kept' | 'service';

/** How long an answer of the service is taken for current before a screen that opens asks again. */
export const CURRENT_MS = 60_000;

export type KeptThenService<Answer> = {
  /** The newer of the kept answer and the service's; null where neither is there. */
  answer: Answer | null;
  /** Nothing to show yet, and still asking. */
  waiting: boolean;
  /** The service is being asked. */
  asking: boolean;
  /** Why the service could not be asked; null where it could. */
  failure: unknown;
  /** Why the kept answers could not be read; null where they could. */
  unread: unknown;
  askAgain: () => void;
};

/** The newer of two answers. */
export function newer<Answer extends { provenance: Provenance }>(
  kept: Answer | null | undefined,
  asked: Answer | null | undefined,
): Answer | null {
  if (!kept) return asked ?? null;
  if (!asked) return kept;
  return kept.provenance.asOf > asked.provenance.asOf ? kept : asked;
}

/**
 * Shows what is kept at once and asks the service behind it. The two are apart in the cache: a `changed` catalogue
 * makes the kept answers stale, and must not make the screen ask the service, whose every answer changes the catalogue.
 */
export function useKeptThenService<Answer extends { provenance: Provenance }>(
  what: readonly unknown[],
  read: (from: From) => Promise<Answer | null>,
): KeptThenService<Answer> {
  const kept = useQuery({ queryKey: ['catalogue', ...what], queryFn: () => read('kept') });
  const asked = useQuery({
    queryKey: ['marketplace', 'asked', ...what],
    queryFn: () => read('service'),
    staleTime: CURRENT_MS,
  });
  return {
    answer: newer(kept.data, asked.data),
    waiting: kept.isPending || (asked.isPending && !kept.data),
    asking: asked.isFetching,
    failure: asked.isError && !asked.isFetching ? asked.error : null,
    unread: kept.error,
    askAgain: () => void asked.refetch(),
  };
}

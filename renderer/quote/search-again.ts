import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { awardToolsQuery } from '../records/queries.ts';
import { statusQuery } from '../status/queries.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { NO_TOOL, NOT_READ_YET, quoteObstacle } from './quote-obstacle.ts';
import { openQuote } from './quote-sheet.ts';

/** A saved search, and the last run that the screen knows: a newer run may change the request. */
type SavedSearchRef = { searchId: number; runId: number };

const UNKNOWN = { state: 'unknown', reason: null, words: '' } as const;

const againQuery = ({ searchId, runId }: SavedSearchRef) =>
  queryOptions({
    queryKey: ['catalogue', 'again', searchId, runId],
    queryFn: () => api.watchlist.again({ searchId }),
  });

/**
 * Requests another quote for a saved search; buys nothing. `obstacle`: why that is not possible now, in a sentence;
 * null where it is. `toolRef`, `input`: the Tool and the request
 * that it would use, if known.
 */
export function useSearchAgain(search: SavedSearchRef): {
  obstacle: string | null;
  toolRef: string | null;
  input: Readonly<Record<string, unknown>> | null;
  again: () => void;
} {
  const { data: status } = useQuery(statusQuery);
  const { data: tools } = useQuery(awardToolsQuery);
  const { data: next } = useQuery(againQuery(search));
  return {
    obstacle:
      status === undefined
        ? NOT_READ_YET
        : quoteObstacle({ network: status.network.state, key: status.key, ...posture() }),
    toolRef: next?.toolRef ?? null,
    input: next?.input ?? null,
    again: () =>
      void queryClient.fetchQuery({ ...againQuery(search), staleTime: Number.POSITIVE_INFINITY }).then(
        (found) => (found === null ? announce(NO_TOOL) : openQuote(found)),
        (error: unknown) => announce(failureOf(error).message),
      ),
  };

  /** The posture of that Tool; for other kinds than the award search, the quote reports it. */
  function posture(): Pick<Parameters<typeof quoteObstacle>[0], 'posture' | 'drifted'> {
    if (tools === undefined) return { posture: undefined };
    const tool = tools.tools.find(({ tool: { toolRef } }) => toolRef === next?.toolRef);
    // Until that Tool is known, the button is in its usual state: when pressed, it waits for the answer.
    if (next !== null && tool === undefined) return { posture: UNKNOWN };
    return { posture: tool?.posture ?? null, drifted: tool !== undefined && tool.drift !== null };
  }
}

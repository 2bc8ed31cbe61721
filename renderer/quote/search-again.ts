import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { statusQuery } from '../status/status-query.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { awardToolsQuery } from './award-tools-query.ts';
import { NO_TOOL, NOT_READ_YET, quoteObstacle } from './quote-obstacle.ts';
import { openQuote } from './quote-sheet.ts';

/** A saved search, and its last run as far as the screen knows: with another its request may be another. */
type SavedSearchRef = { searchId: number; runId: number };

const UNKNOWN = { state: 'unknown', reason: null, words: '' } as const;

const againQuery = ({ searchId, runId }: SavedSearchRef) =>
  queryOptions({
    queryKey: ['catalogue', 'again', searchId, runId],
    queryFn: () => api.watchlist.again({ searchId }),
  });

/**
 * Asks the source of a saved search for a quote once more; buys nothing. `obstacle`: why it cannot be asked for now, in a
 * sentence; null where it can. `toolRef`: the Tool that it would ask, as far as it is known.
 */
export function useSearchAgain(search: SavedSearchRef): {
  obstacle: string | null;
  toolRef: string | null;
  again: () => void;
} {
  const { data: status } = useQuery(statusQuery);
  const { data: tools } = useQuery(awardToolsQuery);
  const queries = useQueryClient();
  const { data: next } = useQuery(againQuery(search));
  return {
    obstacle:
      status === undefined
        ? NOT_READ_YET
        : quoteObstacle({ network: status.network.state, key: status.key, ...stand() }),
    toolRef: next?.toolRef ?? null,
    again: () =>
      void queries.fetchQuery({ ...againQuery(search), staleTime: Number.POSITIVE_INFINITY }).then(
        (found) => (found === null ? announce(NO_TOOL) : openQuote(found)),
        (error: unknown) => announce(failureOf(error).message),
      ),
  };

  /** How the Tool stands that would be asked; of another kind than the award search the quote says so. */
  function stand(): Pick<Parameters<typeof quoteObstacle>[0], 'posture' | 'drifted'> {
    if (tools === undefined) return { posture: undefined };
    const tool = tools.tools.find(({ tool: { toolRef } }) => toolRef === next?.toolRef);
    // Until it is read which Tool that is, the button is as it will be nearly always: pressed, it waits for it.
    if (next !== null && tool === undefined) return { posture: UNKNOWN };
    return { posture: tool?.posture ?? null, drifted: tool !== undefined && tool.drift !== null };
  }
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { statusQuery } from '../status/status-query.ts';
import { awardToolsQuery } from './award-tools-query.ts';
import { NOT_READ_YET, quoteObstacle } from './quote-obstacle.ts';
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
  const { data: next } = useQuery(againQuery(search));
  return {
    obstacle:
      status === undefined
        ? NOT_READ_YET
        : quoteObstacle({ network: status.network.state, key: status.key, ...stand() }),
    toolRef: next?.toolRef ?? null,
    again: () => {
      if (next != null) void openQuote(next);
    },
  };

  /** How the Tool stands that would be asked; of another kind than the award search the quote says so. */
  function stand(): Pick<Parameters<typeof quoteObstacle>[0], 'posture' | 'drifted'> {
    if (tools === undefined || next === undefined) return { posture: undefined };
    const tool = tools.tools.find(({ tool: { toolRef } }) => toolRef === next?.toolRef);
    if (next !== null && tool === undefined) return { posture: UNKNOWN };
    return { posture: tool?.posture ?? null, drifted: tool !== undefined && tool.drift !== null };
  }
}

import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Run } from '#shared/contract/awards.ts';
import { formatNumber } from '#shared/formats.ts';
import { api } from '../api/api.ts';

/** The runs of a search that have been read, newest first; more with each further page. */
export const useRuns = (searchId: number | undefined) =>
  useInfiniteQuery({
    queryKey: ['results', 'runs', searchId],
    queryFn: ({ pageParam }) => api.results.runs({ searchId: searchId ?? 0, beforeRun: pageParam }),
    enabled: searchId !== undefined,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ total }, pages) => {
      const runs = runsIn(pages);
      return runs.length < total ? runs.at(-1)?.runId : undefined;
    },
    select: ({ pages }) => ({ runs: runsIn(pages), total: pages.at(-1)?.total ?? 0 }),
  });

const runsIn = (pages: readonly { runs: readonly Run[] }[]): Run[] => pages.flatMap(({ runs }) => runs);

/** The runs that have been read, and those already chosen. */
export const withRuns = (runs: readonly Run[], chosen: readonly (Run | null | undefined)[]): Run[] => [
  ...new Map([...runs, ...chosen.filter((run) => run != null)].map((run) => [run.runId, run])).values(),
];

/** Reads further runs; nothing where all of them are loaded. */
export function EarlierRuns({ runs }: { runs: ReturnType<typeof useRuns> }) {
  if (!runs.hasNextPage || runs.data === undefined) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      disabled={runs.isFetchingNextPage}
      onClick={() => void runs.fetchNextPage()}
    >
      Show earlier runs ({formatNumber(runs.data.runs.length)} of {formatNumber(runs.data.total)} shown)
    </Button>
  );
}

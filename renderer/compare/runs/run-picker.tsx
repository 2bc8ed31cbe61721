import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Run, Scope } from '#shared/contract/awards.ts';
import { absoluteTime, plural, shortTime } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { savedSearchesQuery, scopeQuery } from '../../records/queries.ts';
import { EarlierRuns, useRuns, withRuns } from '../../records/runs-read.tsx';
import { SearchesUnread } from '../../records/stored-searches.tsx';
import { failureOf } from '../../ui/failure-notice.tsx';
import { useNow } from '../../ui/now.ts';
import { agoLabel } from '../../ui/relative-time.ts';
import { announce } from '../../ui/status-messages.ts';
import classes from '../compare.module.css';
import { SearchSelect } from '../search-select.tsx';
import { type ComparedRuns, inTimeOrder, repeated } from './run-order.ts';

/** Passes on the two newest runs of a saved search. */
export const lastTwoRuns = (searchId: number, onRuns: (pair: ComparedRuns) => void): Promise<void> =>
  api.results.runs({ searchId }).then(
    (found) => {
      const [last, earlier] = newestFirst(found.runs);
      onRuns({ before: runScope(earlier), after: runScope(last) });
    },
    (error: unknown) => announce(failureOf(error).message),
  );

const SIDES = [
  ['before', 'Earlier run'],
  ['after', 'Later run'],
] as const;

const runIdOf = (scope: Scope | null) => (scope?.kind === 'run' ? String(scope.runId) : null);

type RunPickerProps = ComparedRuns & { onRuns: (pair: ComparedRuns) => void };

/** A saved search and two of its runs. */
export function RunPicker({ before, after, onRuns }: RunPickerProps) {
  const now = useNow();
  const searches = useQuery(savedSearchesQuery);
  const named = after ?? before;
  const earlier = useQuery(scopeQuery(before));
  const later = useQuery(scopeQuery(after));
  const chosen = [before, after].map((scope, side) =>
    scope?.kind === 'run' ? (side === 0 ? earlier : later).data?.run : null,
  );
  const searchId =
    named?.kind === 'search' ? named.searchId : (after === null ? earlier : later).data?.run?.searchId;
  const runs = useRuns(searchId);
  if (searches.isLoadingError) return <SearchesUnread searches={searches} />;
  const requested = (searches.data ?? []).filter((search) => search.runs > 1);
  const all = newestFirst(withRuns(runs.data?.runs ?? [], chosen));
  const ofOneMinute = repeated(all.map((run) => shortTime(run.ranAt)));
  const timeOf = ({ ranAt }: Run) =>
    ofOneMinute.has(shortTime(ranAt)) ? absoluteTime(ranAt) : shortTime(ranAt);
  const put = (chosen: ComparedRuns) => {
    const { pair: ordered, turned } = inTimeOrder(chosen, all);
    if (turned) announce('Put in the order of time: the newer run is the later one.');
    onRuns(ordered);
  };
  const data = all.map((run) => ({
    value: String(run.runId),
    label: `${timeOf(run)} · ${agoLabel(run.ranAt, now)}, ${plural(run.pages, 'page')}, ${plural(run.records, 'record')}`,
  }));
  const pair = { before, after };
  return (
    <section aria-label="Two runs" className={classes.picker}>
      <SearchSelect
        label="Saved search that was run more than once"
        none={searches.data?.length === 0 ? 'No saved search here' : 'No search was run twice yet'}
        searches={
          searchId === undefined || requested.some((search) => search.searchId === searchId)
            ? requested
            : searches.data
        }
        value={searchId ?? null}
        onChange={(chosen) => void lastTwoRuns(chosen, onRuns)}
      />
      {searchId !== undefined && (
        <>
          <Group grow align="start">
            {SIDES.map(([side, label]) => (
              <Select
                key={side}
                label={label}
                size="xs"
                allowDeselect={false}
                placeholder="All runs"
                data={data}
                value={runIdOf(pair[side])}
                onChange={(value) => put({ ...pair, [side]: { kind: 'run', runId: Number(value) } })}
              />
            ))}
          </Group>
          <EarlierRuns runs={runs} />
        </>
      )}
    </section>
  );
}

const newestFirst = (runs: readonly Run[]) => runs.toSorted((a, b) => b.ranAt - a.ranAt || b.runId - a.runId);

const runScope = (run: Run | undefined): Scope | null =>
  run === undefined ? null : { kind: 'run', runId: run.runId };

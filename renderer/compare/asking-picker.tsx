import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Run, Scope } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';
import { failureOf } from '../components/failure-notice.tsx';
import { useNow } from '../components/now.ts';
import { absoluteTime, agoWords, shortTime } from '../components/relative-time.ts';
import { SearchesUnread } from '../components/searches-unread.tsx';
import { announce } from '../components/status-words.ts';
import { plural } from '../results/award-words.ts';
import { savedSearchesQuery } from '../results/saved-searches-query.ts';
import { type Askings, inTimeOrder, repeated } from './asking-order.ts';
import classes from './compare.module.css';
import { SearchSelect } from './search-select.tsx';

type AskingPickerProps = Askings & { onAskings: (askings: Askings) => void };

/** A saved search and two of its runs. */
export function AskingPicker({ before, after, onAskings }: AskingPickerProps) {
  const now = useNow();
  const searches = useQuery(savedSearchesQuery);
  const named = after ?? before;
  const told = useQuery({
    queryKey: ['results', 'scope', named],
    queryFn: () => (named === null ? null : api.results.scope({ scope: named })),
    enabled: named !== null,
  });
  const searchId = named?.kind === 'search' ? named.searchId : told.data?.run?.searchId;
  const runs = useQuery({
    queryKey: ['results', 'runs', searchId],
    queryFn: () => api.results.runs({ searchId: searchId ?? 0 }),
    enabled: searchId !== undefined,
  });
  if (searches.isError) return <SearchesUnread searches={searches} />;
  const asked = (searches.data ?? []).filter((search) => search.runs > 1);
  const choose = (chosen: number) =>
    api.results.runs({ searchId: chosen }).then(
      (found) => {
        const [last, earlier] = newestFirst(found);
        onAskings({ before: runScope(earlier), after: runScope(last) });
      },
      (error: unknown) => announce(failureOf(error).message),
    );
  const all = newestFirst(runs.data ?? []);
  const ofOneMinute = repeated(all.map((run) => shortTime(run.askedAt)));
  const timeOf = ({ askedAt }: Run) =>
    ofOneMinute.has(shortTime(askedAt)) ? absoluteTime(askedAt) : shortTime(askedAt);
  const put = (chosen: Askings) => {
    const { askings, turned } = inTimeOrder(chosen, all);
    if (turned) announce('Put in the order of time: the one that was asked later is the later asking.');
    onAskings(askings);
  };
  const data = all.map((run) => ({
    value: String(run.runId),
    label: `${timeOf(run)} · ${agoWords(run.askedAt, now)}, ${plural(run.pages, 'page')}, ${plural(run.records, 'record')}`,
  }));
  const side = (scope: Scope | null) => (scope?.kind === 'run' ? String(scope.runId) : null);
  return (
    <section aria-label="Two askings" className={classes.picker}>
      <SearchSelect
        label="Saved search that was asked more than once"
        searches={
          searchId === undefined || asked.some((search) => search.searchId === searchId)
            ? asked
            : searches.data
        }
        value={searchId ?? null}
        onChange={(chosen) => void choose(chosen)}
      />
      {searchId !== undefined && (
        <Group grow align="start">
          <Select
            label="Earlier asking"
            size="xs"
            allowDeselect={false}
            placeholder="All that is kept"
            data={data}
            value={side(before)}
            onChange={(value) => put({ before: { kind: 'run', runId: Number(value) }, after })}
          />
          <Select
            label="Later asking"
            size="xs"
            allowDeselect={false}
            placeholder="All that is kept"
            data={data}
            value={side(after)}
            onChange={(value) => put({ before, after: { kind: 'run', runId: Number(value) } })}
          />
        </Group>
      )}
    </section>
  );
}

const newestFirst = (runs: readonly Run[]) =>
  runs.toSorted((a, b) => b.askedAt - a.askedAt || b.runId - a.runId);

const runScope = (run: Run | undefined): Scope | null =>
  run === undefined ? null : { kind: 'run', runId: run.runId };

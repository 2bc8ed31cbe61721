import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { SavedSearch, Scope } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';
import { comparePath } from '../compare/compare-address.ts';
import { failureOf } from '../components/failure-notice.tsx';
import { changeWords } from './change-words.ts';
import classes from './watchlist.module.css';

/** What the last run of a search found that the one before it did not, as far as two runs can be compared. */
export function LastChange({ search }: { search: SavedSearch }) {
  const { searchId } = search;
  const change = useQuery({
    queryKey: ['results', 'last-change', searchId, search.lastRunId],
    enabled: search.runs > 1,
    queryFn: async () => {
      const runs = await api.results.runs({ searchId });
      const [last, before] = runs.toSorted((a, b) => b.askedAt - a.askedAt);
      if (!last || !before) return null;
      const scopes: Scope[] = [
        { kind: 'run', runId: before.runId },
        { kind: 'run', runId: last.runId },
      ];
      const { columns } = await api.results.compare({
        columns: scopes.map((scope) => ({ scope, filter: {} })),
        filter: {},
      });
      const [then, now] = columns;
      return then && now
        ? { scopes, words: changeWords(then, now), samePages: last.pages === before.pages }
        : null;
    },
  });
  if (search.runs < 2) return <span className={classes.small}>asked once: nothing to compare with</span>;
  if (change.isError) return <span className={classes.small}>{failureOf(change.error).message}</span>;
  if (change.isPending) return <span className={classes.small}>Reading…</span>;
  if (change.data === null) return <span className={classes.small}>its runs cannot be compared</span>;
  const { scopes, words, samePages } = change.data;
  return (
    <div className={classes.change}>
      {words.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {!samePages && (
        <div className={classes.small}>
          the two runs read different numbers of pages, so this is no even match
        </div>
      )}
      <Anchor component={Link} href={comparePath({ scopes, direct: false, seatsMin: null })} size="xs">
        Compare the two runs
      </Anchor>
    </div>
  );
}

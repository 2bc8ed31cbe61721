import { CloseButton, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SavedSearch, Scope } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { useNow } from '../components/now.ts';
import { agoWords } from '../components/relative-time.ts';
import { plural } from '../results/award-words.ts';
import { savedSearchesQuery } from '../results/saved-searches-query.ts';
import classes from './compare.module.css';
import { MOST_COLUMNS } from './compare-address.ts';

type ColumnPickerProps = {
  scopes: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  /** What else stands beside the field that adds a column. */
  children?: ReactNode;
};

/** The columns that were chosen, each with the run of its search that it shows, and one more to add. */
export function ColumnPicker({ scopes, onChange, children }: ColumnPickerProps) {
  const searches = useQuery(savedSearchesQuery);
  const without = (index: number) => scopes.filter((_, place) => place !== index);
  if (searches.isError) {
    return (
      <FailureNotice
        error={searches.error}
        title="The saved searches could not be read"
        onRetry={() => void searches.refetch()}
      />
    );
  }
  return (
    <section aria-label="Columns" className={classes.picker}>
      {scopes.length > 0 && (
        <ol className={classes.chosen}>
          {scopes.map((scope, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same search may stand in two columns.
            <li key={index}>
              <ChosenColumn
                scope={scope}
                searches={searches.data ?? []}
                onScope={(next) => onChange(scopes.map((each, place) => (place === index ? next : each)))}
              />
              <CloseButton
                size="sm"
                aria-label={`Take away column ${index + 1}`}
                onClick={() => onChange(without(index))}
              />
            </li>
          ))}
        </ol>
      )}
      <Group gap="lg">
        {scopes.length < MOST_COLUMNS && (
          <Select
            aria-label="Add a saved search"
            placeholder={searches.data?.length === 0 ? 'No saved search yet' : 'Add a saved search'}
            disabled={searches.data?.length === 0}
            data={(searches.data ?? []).map(({ searchId, title }) => ({
              value: String(searchId),
              label: title,
            }))}
            value={null}
            onChange={(value) => {
              if (value !== null) onChange([...scopes, { kind: 'search', searchId: Number(value) }]);
            }}
            searchable
            nothingFoundMessage="No saved search by these words"
            style={{ flex: '1 1 300px', maxWidth: 560 }}
          />
        )}
        {children}
      </Group>
    </section>
  );
}

type ChosenColumnProps = {
  scope: Scope;
  searches: readonly SavedSearch[];
  onScope: (scope: Scope) => void;
};

/** A column: a search as a whole, or one run of it. */
function ChosenColumn({ scope, searches, onScope }: ChosenColumnProps) {
  const now = useNow();
  const told = useQuery({
    queryKey: ['results', 'scope', scope],
    queryFn: () => api.results.scope({ scope }),
  });
  const searchId = scope.kind === 'search' ? scope.searchId : told.data?.run?.searchId;
  const runs = useQuery({
    queryKey: ['results', 'runs', searchId],
    queryFn: () => api.results.runs({ searchId: searchId ?? 0 }),
    enabled: searchId !== undefined,
  });
  const title =
    searches.find((search) => search.searchId === searchId)?.title ??
    told.data?.title ??
    (told.isError ? 'No longer kept on this machine' : '…');
  return (
    <div className={classes.column}>
      <span className={classes.columnTitle}>{title}</span>
      {searchId !== undefined && (
        <Select
          size="xs"
          aria-label={`Run of ${title}`}
          allowDeselect={false}
          data={[
            { value: 'all', label: `All that is kept (${plural(runs.data?.length ?? 0, 'run')})` },
            ...(runs.data ?? []).map((run) => ({
              value: String(run.runId),
              label: `Run of ${agoWords(run.askedAt, now)}, ${plural(run.records, 'record')}`,
            })),
          ]}
          value={scope.kind === 'run' ? String(scope.runId) : 'all'}
          onChange={(value) =>
            onScope(
              value === 'all' || value === null
                ? { kind: 'search', searchId }
                : { kind: 'run', runId: Number(value) },
            )
          }
        />
      )}
    </div>
  );
}

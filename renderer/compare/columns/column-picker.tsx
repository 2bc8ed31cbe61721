import { Box, CloseButton, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import type { SavedSearch, Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { plural } from '#shared/formats.ts';
import { MAX_COLUMNS } from '../../addresses/compare-address.ts';
import { savedSearchesQuery, scopeQuery } from '../../records/queries.ts';
import { EarlierRuns, useRuns, withRuns } from '../../records/runs-read.tsx';
import { SearchTitle } from '../../records/search-title.tsx';
import { SearchesElsewhere, SearchesUnread } from '../../records/stored-searches.tsx';
import { isUnread } from '../../ui/failure-notice.tsx';
import { useNow } from '../../ui/now.ts';
import { agoLabel } from '../../ui/relative-time.ts';
import classes from '../compare.module.css';
import { SearchSelect } from '../search-select.tsx';
import { AddRoute } from './add-route.tsx';
import { ColumnFilter } from './column-filter.tsx';

type ColumnPickerProps = {
  /** The section itself: it takes the focus when something beside it is removed. */
  ref: RefObject<HTMLElement | null>;
  columns: readonly CompareColumn[];
  onChange: (columns: CompareColumn[]) => void;
  /** The filter of all columns, on a line of its own. */
  children?: ReactNode;
};

/** The chosen columns, each with its run and the part of its search that it shows, and a control to add one. */
export function ColumnPicker({ ref, columns, onChange, children }: ColumnPickerProps) {
  const searches = useQuery(savedSearchesQuery);
  const replaced = (index: number, part: Partial<CompareColumn>) =>
    onChange(columns.map((column, place) => (place === index ? { ...column, ...part } : column)));
  if (searches.isLoadingError) return <SearchesUnread searches={searches} />;
  return (
    <section ref={ref} tabIndex={-1} aria-label="Columns" className={classes.picker}>
      {columns.length > 0 && (
        <ol className={classes.chosen}>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same search may stand in two columns.
            <li key={index}>
              <Stack gap={6}>
                <ChosenScope
                  scope={column.scope}
                  searches={searches.data ?? []}
                  onScope={(scope) => replaced(index, { scope })}
                >
                  <ColumnFilter
                    column={column}
                    of={`column ${index + 1}`}
                    onFilter={(filter) => replaced(index, { filter })}
                  />
                </ChosenScope>
              </Stack>
              <CloseButton
                size="sm"
                aria-label={`Remove column ${index + 1}`}
                onClick={() => {
                  ref.current?.focus();
                  onChange(columns.toSpliced(index, 1));
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {columns.length < MAX_COLUMNS && (
        <Group gap="sm">
          <Box flex="1 1 300px" maw={560}>
            <SearchSelect
              label="Add a saved search"
              searches={searches.data}
              value={null}
              onChange={(searchId) =>
                onChange([...columns, { scope: { kind: 'search', searchId }, filter: {} }])
              }
            />
          </Box>
          <AddRoute onScope={(scope) => onChange([...columns, { scope, filter: {} }])} />
        </Group>
      )}
      <Group gap="sm" align="flex-end">
        {columns.length >= MAX_COLUMNS && (
          <Text span pb={5} fz={13} c="dimmed">
            Six columns are the most.
          </Text>
        )}
        {children}
      </Group>
      {searches.data !== undefined && searches.data.length > 0 && <SearchesElsewhere />}
    </section>
  );
}

/** Reserves the columns' space until they are rendered, so that what is below does not move. */
export function ColumnPlaceholders({ count }: { count: number }) {
  return (
    <div className={classes.picker} aria-hidden>
      {count > 0 && (
        <ol className={classes.chosen}>
          {Array.from({ length: count }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number.
            <li key={place} className={classes.columnToCome} />
          ))}
        </ol>
      )}
      <div className={classes.fieldsToCome} data-full={count >= MAX_COLUMNS || undefined} />
    </div>
  );
}

type ChosenScopeProps = {
  scope: Scope;
  searches: readonly SavedSearch[];
  onScope: (scope: Scope) => void;
  /** Its actions; none where it is no longer saved. */
  children: ReactNode;
};

/** A search as a whole, or one of its runs. */
function ChosenScope({ scope, searches, onScope, children }: ChosenScopeProps) {
  const now = useNow();
  const summary = useQuery(scopeQuery(scope));
  const searchId = scope.kind === 'search' ? scope.searchId : summary.data?.run?.searchId;
  const runs = useRuns(searchId);
  const title =
    searches.find((search) => search.searchId === searchId)?.title ??
    summary.data?.title ??
    (isUnread(summary) ? 'No longer saved' : '…');
  return (
    <>
      <span className={classes.columnTitle} title={title}>
        <SearchTitle title={title} />
      </span>
      {searchId !== undefined && !isUnread(summary) && (
        <>
          <Select
            size="xs"
            aria-label={`Run of ${title}`}
            allowDeselect={false}
            data={[
              { value: 'all', label: `All runs (${plural(runs.data?.total ?? 0, 'run')})` },
              ...withRuns(runs.data?.runs ?? [], [summary.data?.run]).map((run) => ({
                value: String(run.runId),
                label: `Run of ${agoLabel(run.ranAt, now)}, ${plural(run.records, 'record')}`,
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
          <EarlierRuns runs={runs} />
        </>
      )}
      {!isUnread(summary) && children}
    </>
  );
}

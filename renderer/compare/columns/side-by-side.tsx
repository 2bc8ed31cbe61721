import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { contentKeys } from '#shared/content-keys.ts';
import type { Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { commonFilter, MIN_COLUMNS } from '../../addresses/compare-address.ts';
import { beyondUsual } from '../../addresses/results-address.ts';
import { FailureNotice, isUnread } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { useNow } from '../../ui/now.ts';
import { scopePath } from '../../ui/screen-paths.ts';
import classes from '../compare.module.css';
import type { CompareViewProps } from '../compare-view.ts';
import { ShareActions } from '../share/share-actions.tsx';
import { useWorth, WorthFields } from '../worth/worth-fields.tsx';
import { ColumnPicker, ColumnPlaceholders } from './column-picker.tsx';
import { CommonFilter } from './common-filter.tsx';
import { compareQuery } from './compare-query.ts';
import type { ComparedColumn, ComparisonRead } from './compared-column.ts';
import { comparisonData, comparisonJson } from './comparison-data.ts';
import { columnTitles, comparisonTable, narrowed } from './comparison-rows.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { DayTable } from './day-table.tsx';
import { NothingCompared } from './nothing-compared.tsx';
import { areReadAlike, partlyRead } from './read-alike.ts';
import { shortTitles } from './short-titles.ts';

/** Two to six columns side by side on one axis of dates. */
export function SideBySide({ address, change }: CompareViewProps) {
  const { columns } = address;
  const picker = useRef<HTMLElement>(null);
  const now = useNow();
  const filter = useMemo(() => commonFilter(address), [address]);
  const enough = columns.length >= MIN_COLUMNS;
  const compared = useQuery({
    ...compareQuery(columns, filter),
    enabled: enough,
    placeholderData: keepPreviousData,
  });
  // While another column is being read, the previous answer still has other columns than the picker.
  const comparison = enough && compared.data?.columns.length === columns.length ? compared.data : undefined;
  // The fields follow the first frame, which they would only delay.
  const painted = useDeferredValue(true, false);
  const { worth, saved } = useWorth(
    { fare: address.fare, taxes: address.taxes, forAll: address.fareForAll },
    painted,
  );
  const titles = columnTitles(comparison?.columns ?? [], columns);
  const areNarrowed = narrowed(columns, filter);
  // A file has no fields beside it: each title includes the common filter.
  const whole = columnTitles(
    comparison?.columns ?? [],
    columns.map((column) => ({ ...column, filter: { ...column.filter, ...beyondUsual(filter) } })),
  );
  const table = ({ columns: compared }: ComparisonRead) => ({
    columns,
    compared,
    titles,
    worth,
    common: filter,
    onScope: (index: number, scope: Scope) => change({ columns: columns.with(index, { scope, filter: {} }) }),
    onRemoveColumn: (index: number) => {
      picker.current?.focus();
      change({ columns: columns.toSpliced(index, 1) });
    },
  });
  const programmes = [...new Set(comparison?.columns.flatMap((column) => column.programmes) ?? [])];

  return (
    <>
      {painted ? (
        <ColumnPicker ref={picker} columns={columns} onChange={(next) => change({ columns: next })}>
          {enough && (
            <>
              <CommonFilter address={address} change={change} />
              <WorthFields
                typed={{ fare: address.fare, taxes: address.taxes, forAll: address.fareForAll }}
                currency={worth.currency}
                saved={saved}
                programmes={programmes}
                onTyped={({ forAll, ...typed }) => change({ ...typed, fareForAll: forAll })}
              />
            </>
          )}
        </ColumnPicker>
      ) : (
        <ColumnPlaceholders count={columns.length} />
      )}
      {!enough ? (
        <NothingCompared columns={columns} change={change} />
      ) : isUnread(compared) ? (
        <FailureNotice
          error={compared.error}
          title="These could not be compared"
          onRetry={() => void compared.refetch()}
        />
      ) : comparison === undefined ? (
        <LoadingState words="Comparing…" />
      ) : (
        <>
          <ShareActions
            name="milepost-comparison"
            noun="comparison"
            table={() => comparisonTable(comparison, whole, now, worth, areNarrowed)}
            data={() => comparisonData(comparison, whole, now, worth)}
            json={() => comparisonJson(comparison, { columns, filter, titles }, now, worth)}
          />
          <PartlyRead columns={columns} compared={comparison.columns} titles={titles} />
          <ComparisonTable part="figures" {...table(comparison)} />
          {painted && (
            <DayTable
              comparison={comparison}
              titles={titles}
              areNarrowed={areNarrowed}
              columns={columns}
              common={filter}
            />
          )}
          {painted && <ComparisonTable part="lists" {...table(comparison)} />}
        </>
      )}
    </>
  );
}

type PartlyReadProps = {
  columns: readonly CompareColumn[];
  compared: readonly ComparedColumn[];
  titles: readonly string[];
};

/** The columns that are not complete, which is why nothing is marked as the best. */
function PartlyRead({ columns, compared, titles }: PartlyReadProps) {
  const partly = partlyRead(compared, shortTitles(titles));
  if (partly.length === 0) return null;
  const keys = contentKeys(columns);
  return (
    <section className={classes.partly} aria-label="Not read to the end">
      {!areReadAlike(compared) && <strong>Not read alike, so nothing is marked as best.</strong>}
      <ul>
        {partly.map(({ index, title, words }) => {
          const scope = columns[index]?.scope;
          return (
            <li key={keys[index]}>
              {title}: {words.charAt(0).toLowerCase() + words.slice(1)}.{' '}
              {scope !== undefined && <Link href={scopePath(scope)}>Get the rest</Link>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

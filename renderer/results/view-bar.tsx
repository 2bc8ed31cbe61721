import { Button, SegmentedControl } from '@mantine/core';
import { memo, type PointerEvent } from 'react';
import { Link } from 'wouter';
import type { Scope } from '#shared/contract/awards.ts';
import { pathWith } from '../compare/last-columns.ts';
import { formatNumber } from './award-words.ts';
import { ColumnChoice } from './column-choice.tsx';
import { ExportMenu } from './export-menu.tsx';
import { foreseeView } from './foresight.ts';
import { GroupChoice } from './group-choice.tsx';
import classes from './results.module.css';
import type { ResultsAddress, ResultView } from './results-address.ts';
import { tableOrder } from './table-order.ts';
import type { ChangeAddress } from './use-results-address.ts';

type ViewBarProps = {
  scope: Scope;
  address: ResultsAddress;
  change: ChangeAddress;
  /** The view that is shown, which is the one asked for wherever there is such a one. */
  shown: ResultView;
  /** Records that break the contract. */
  broken: number;
  /** How many records are shown, of how many, in words. */
  counted: string;
  empty: boolean;
  /** Columns that are not drawn, whoever decided that. */
  hidden: readonly string[];
  severalCabins: boolean;
};

const VIEWS: readonly { value: ResultView; label: string }[] = [
  { value: 'table', label: 'Table' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'map', label: 'Map' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'histogram', label: 'Histogram' },
];

/** Which view of the records, and what can be done with what it shows. */
export const ViewBar = memo(function ViewBar(props: ViewBarProps) {
  const { scope, address, change, shown, broken, counted, empty, hidden, severalCabins } = props;
  const { filter, sort, group } = address;
  const views = [
    ...VIEWS,
    ...(broken > 0
      ? [{ value: 'broken' as const, label: `Outside the contract (${formatNumber(broken)})` }]
      : []),
  ];
  const viewNamed = (value: string | undefined) => views.find((each) => each.value === value)?.value;
  const foresee = ({ target, currentTarget }: PointerEvent) => {
    const { htmlFor = '' } = (target as HTMLElement).closest('label') ?? {};
    const view = viewNamed(currentTarget.querySelector<HTMLInputElement>(`[id="${htmlFor}"]`)?.value);
    if (view !== undefined) foreseeView(scope, { ...address, view });
  };
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label="View"
        size="sm"
        data={views}
        value={shown}
        onChange={(value) => change({ view: viewNamed(value) ?? 'table' })}
        onPointerOver={foresee}
      />
      <span className={classes.count}>{counted}</span>
      {shown === 'table' && <GroupChoice group={group} onGroup={(next) => change({ group: next })} />}
      {shown !== 'broken' && (
        <ExportMenu
          label="Export"
          disabled={empty}
          what={
            shown === 'table'
              ? { view: shown, scope, filter, sort: tableOrder(sort, group), hidden: [...hidden] }
              : { view: shown, scope, filter }
          }
        />
      )}
      {shown !== 'broken' && !empty && (
        <Button component={Link} href={pathWith({ scope, filter })} variant="default" size="xs">
          Add to Compare
        </Button>
      )}
      {shown === 'table' && (
        <ColumnChoice
          hidden={address.hidden}
          withCabin={severalCabins}
          onHide={(columns) => change({ hidden: columns })}
        />
      )}
    </div>
  );
});

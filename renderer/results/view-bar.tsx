import { Button } from '@mantine/core';
import { memo, useDeferredValue } from 'react';
import { Link } from 'wouter';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import classes from '../records/results.module.css';
import { pathWith } from '../views/last-columns.ts';
import { usePlaces } from '../views/places.ts';
import { CabinChoice } from './filters/cabin-choice.tsx';
import { ColumnChoice } from './table/column-choice.tsx';
import { GroupChoice } from './table/group-choice.tsx';
import { tableOrder } from './table/table-order.ts';
import { ViewChoice, type ViewChoiceProps } from './view-choice.tsx';

type ViewBarProps = ViewChoiceProps & {
  empty: boolean;
  /** Columns that are not drawn, whoever decided that. */
  hidden: readonly string[];
  severalCabins: boolean;
  /** The cabins that can be chosen from. */
  cabins: readonly string[];
};

/** Which view of the records, and what can be done with what it shows; the latter follows once the rows stand. */
export const ViewBar = memo(function ViewBar(props: ViewBarProps) {
  const later = useDeferredValue(props);
  return (
    <div className={classes.bar}>
      <ViewChoice
        scope={props.scope}
        address={later.address}
        change={props.change}
        shown={props.shown}
        broken={props.broken}
      />
      <CabinChoice scope={later.scope} cabins={later.cabins} change={later.change} />
      <ViewActions {...later} />
    </div>
  );
});

const ViewActions = memo(function ViewActions(props: ViewBarProps) {
  const { scope, address, change, shown, empty, hidden, severalCabins } = props;
  const { filter, sort, group } = address;
  return (
    <div className={classes.actions}>
      {shown === 'table' && <GroupChoice group={group} change={change} />}
      {shown !== 'broken' && shown !== 'space' && (
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
      {shown !== 'broken' && !empty && <AddToCompare scope={scope} filter={filter} />}
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

function AddToCompare(column: CompareColumn) {
  const places = usePlaces();
  return (
    <Button
      component={Link}
      href={pathWith(column, places)}
      variant="default"
      size="xs"
      aria-label="Add to Compare"
    >
      <span className={classes.whereWide}>Add to&nbsp;</span>Compare
    </Button>
  );
}

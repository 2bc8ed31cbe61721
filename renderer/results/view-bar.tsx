import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { useOncePainted } from '../records/painted.ts';
import classes from '../records/results.module.css';
import { pathWith } from '../views/last-columns.ts';
import { usePlaces } from '../views/places.ts';
import { CabinChoice } from './filters/cabin-choice.tsx';
import { TableOptions } from './table/table-options.tsx';
import { tableOrder } from './table/table-order.ts';
import { ViewChoice, type ViewChoiceProps } from './view-choice.tsx';

type ViewBarProps = ViewChoiceProps & {
  empty: boolean;
  /** Columns that are not rendered: hidden by the user, or because every row has the same value. */
  hidden: readonly string[];
  severalCabins: boolean;
  /** The cabins to choose from. */
  cabins: readonly string[];
};

/** The choice of view, the filters, and the actions on what is shown; the latter follow once the rows are rendered. */
export function ViewBar({ children, ...props }: ViewBarProps & { children: ReactNode }) {
  return (
    <div className={classes.bar}>
      <Views {...props} />
      {children}
      <ViewActions {...props} />
    </div>
  );
}

const Views = memo(function Views(props: ViewBarProps) {
  const later = useOncePainted(props);
  return (
    <>
      <ViewChoice
        scope={props.scope}
        address={later.address}
        change={props.change}
        shown={props.shown}
        broken={props.broken}
      />
      <CabinChoice scope={later.scope} cabins={later.cabins} change={later.change} />
    </>
  );
});

const ViewActions = memo(function ViewActions(props: ViewBarProps) {
  const { scope, address, change, shown, empty, severalCabins } = useOncePainted(props);
  const { filter, sort, group } = address;
  return (
    <div className={classes.actions}>
      {shown === 'table' && (
        // A ticked box changes the table at once.
        <TableOptions
          address={props.address}
          hidden={props.hidden}
          withCabin={severalCabins}
          change={change}
        />
      )}
      {shown !== 'broken' && shown !== 'space' && (
        <ExportMenu
          label="Export"
          isIcon
          disabled={empty}
          notPrinted={props.hidden}
          what={
            shown === 'table'
              ? { view: shown, scope, filter, sort: tableOrder(sort, group), hidden: [...address.hidden] }
              : { view: shown, scope, filter }
          }
        />
      )}
      {shown !== 'broken' && !empty && <AddToCompare scope={scope} filter={filter} />}
    </div>
  );
});

function AddToCompare(column: CompareColumn) {
  const places = usePlaces();
  return (
    <ActionIcon
      component={Link}
      href={pathWith(column, places)}
      variant="default"
      size="input-xs"
      aria-label="Add to Compare"
      title="Add to Compare"
    >
      <IconColumns3 size={16} aria-hidden />
    </ActionIcon>
  );
}

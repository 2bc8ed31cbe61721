import { ActionIcon, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { formatNumber } from '#shared/formats.ts';
import { beyondUsual, type ResultView, type ViewAddress } from '../addresses/results-address.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { cabinList } from '../records/award-labels.ts';
import classes from '../records/results.module.css';
import { OneStop } from '../ui/keys/one-stop.tsx';
import { pathWith } from '../views/last-columns.ts';
import { usePlaces } from '../views/places.ts';
import { TableOptions } from './table/table-options.tsx';
import { tableOrder } from './table/table-order.ts';
import type { ChangeAddress } from './use-results-address.ts';

type CabinChoiceProps = {
  scope: Scope;
  /** The requested cabins of the rows, '' for none. */
  cabins: readonly string[];
  change: ChangeAddress;
};

/** Means all of them: no cabin has this name. */
const ALL = '*';

/** Chooses one of the requested cabins; nothing where there is only one. */
function CabinChoice({ scope, cabins, change }: CabinChoiceProps) {
  if (scope.kind === 'search' || scope.kind === 'run') return null;
  if (cabins.length < 2) return null;
  const { cabin = ALL, ...open } = scope;
  return (
    <NativeSelect
      aria-label="Cabin searched"
      size="xs"
      data={[
        { value: ALL, label: 'All cabins' },
        ...cabins.map((each) => ({ value: each, label: each === '' ? 'Any cabin' : cabinList([each]) })),
      ]}
      value={cabin}
      onChange={(event) => {
        const { value } = event.currentTarget;
        change({ scope: value === ALL ? open : { ...open, cabin: value } });
      }}
    />
  );
}

type ViewBarProps = {
  scope: Scope;
  address: ViewAddress;
  change: ChangeAddress;
  /** The view that is shown: the requested one where it exists for this scope. */
  shown: ResultView;
  /** The number of rows that are set aside. */
  broken: number;
  empty: boolean;
  /** Columns that are not rendered: hidden by the user, or because every row has the same value. */
  hidden: readonly string[];
  severalCabins: boolean;
  /** The cabins to choose from. */
  cabins: readonly string[];
};

/** The choice of view, the filters, and the actions on what is shown. */
export function ViewBar({ children, ...props }: ViewBarProps & { children: ReactNode }) {
  return (
    <OneStop label="View and filters" within="[data-stop]" className={classes.bar}>
      <Views {...props} />
      {children}
      <ViewActions {...props} />
    </OneStop>
  );
}

const VIEWS: readonly { value: ResultView; label: string }[] = [
  { value: 'table', label: 'Table' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'map', label: 'Map' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'histogram', label: 'Histogram' },
  { value: 'space', label: 'Lead time' },
];

const Views = memo(function Views({ scope, change, shown, broken, cabins }: ViewBarProps) {
  const setAside = { value: 'broken', label: `Set aside (${formatNumber(broken)})` } as const;
  return (
    <>
      <SegmentedControl
        aria-label="View"
        size="xs"
        data={[...VIEWS, ...(broken > 0 ? [setAside] : [])]}
        value={shown}
        onChange={(view) => change({ view })}
      />
      <CabinChoice scope={scope} cabins={cabins} change={change} />
    </>
  );
});

const ViewActions = memo(function ViewActions(props: ViewBarProps) {
  const { scope, address, change, shown, empty, hidden, severalCabins } = props;
  const { filter, sort, group } = address;
  return (
    <div className={classes.actions} data-stop>
      {shown === 'table' && (
        <TableOptions address={address} hidden={hidden} withCabin={severalCabins} change={change} />
      )}
      {shown !== 'broken' && shown !== 'space' && (
        <ExportMenu
          label="Export"
          isIcon
          disabled={empty}
          notPrinted={hidden}
          what={
            shown === 'table'
              ? { view: shown, scope, filter, sort: tableOrder(sort, group), hidden: [...address.hidden] }
              : { view: shown, scope, filter }
          }
        />
      )}
      {shown !== 'broken' && !empty && <AddToCompare scope={scope} filter={beyondUsual(filter)} />}
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

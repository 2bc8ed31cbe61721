import { SegmentedControl } from '@mantine/core';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { absoluteTime } from '#shared/formats.ts';
import {
  COMPARE_VIEWS,
  type CompareAddress,
  type CompareView,
  commonFilter,
  compareAddress,
  USUAL_COMMON,
} from '../addresses/compare-address.ts';
import { filterLabels } from '../records/record-filters.ts';
import { useNow } from '../ui/now.ts';
import { Screen } from '../ui/screen.tsx';
import { lastColumns } from '../views/last-columns.ts';
import { usePlaces } from '../views/places.ts';
import { usePrefetchedComparison } from './columns/compare-query.ts';
import { SideBySide } from './columns/side-by-side.tsx';
import classes from './compare.module.css';
import { CompareRuns } from './runs/compare-runs.tsx';
import { ShareActionsPlace } from './share/share-actions.tsx';

const VIEWS = { columns: SideBySide, runs: CompareRuns } as const;

const VIEW_NAMES: Record<CompareView, string> = {
  columns: 'Side by side',
  runs: 'Two runs',
};

/** Changes that Back undoes: what is compared. Filters are changed in place. */
const STEPS: readonly (keyof CompareAddress)[] = ['view', 'columns', 'before', 'after'];

const isStep = (part: Partial<CompareAddress>): boolean => STEPS.some((name) => part[name] !== undefined);

/** Compares what is saved: side by side, or changes between runs. */
export function CompareScreen() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const address = useMemo(() => compareAddress.read(search), [search]);
  const unread = useMemo(() => compareAddress.unread(search), [search]);
  usePrefetchedComparison(address);
  const change = useCallback(
    (part: Partial<CompareAddress>) =>
      navigate(compareAddress.path({ ...address, ...part }), { replace: !isStep(part) }),
    [address, navigate],
  );
  // A link to another view, such as one to what changed, names no columns: the previous ones stay.
  const places = usePlaces();
  useEffect(() => {
    if (address.view === 'columns' || address.columns.length > 0) return;
    const columns = lastColumns(places);
    // The rest of the address stays unchanged, including parts reported as unreadable.
    if (columns.length > 0) navigate(`${compareAddress.path({ columns })}&${search}`, { replace: true });
  }, [address, places, navigate, search]);
  const View = VIEWS[address.view];
  return (
    <Screen title="Compare" actions={<ShareActionsPlace />} unread={unread}>
      <SegmentedControl
        aria-label="What to compare"
        className={classes.viewChoice}
        size="sm"
        mb="md"
        data={COMPARE_VIEWS.map((view) => ({ value: view, label: VIEW_NAMES[view] }))}
        value={address.view}
        onChange={(view) => change({ view })}
      />
      <OnPaper address={address} />
      <View address={address} change={change} />
    </Screen>
  );
}

/** What paper shows instead of the fields on the screen: what was left out, and the date. */
function OnPaper({ address }: { address: CompareAddress }) {
  const now = useNow();
  const filters = filterLabels(commonFilter(address), { usual: USUAL_COMMON }).map(({ words }) => words);
  return (
    <p className={classes.onPaper}>
      {filters.length > 0 && `Only ${filters.join(', ')}. `}
      As of {absoluteTime(now)}.
    </p>
  );
}

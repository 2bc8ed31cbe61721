import { SegmentedControl } from '@mantine/core';
import { memo, type PointerEvent } from 'react';
import type { Scope } from '#shared/contract/awards.ts';
import { formatNumber } from '#shared/formats.ts';
import type { ResultView, ViewAddress } from '../addresses/results-address.ts';
import { prefetchView } from './prefetch.ts';
import type { ChangeAddress } from './use-results-address.ts';

export type ViewChoiceProps = {
  scope: Scope;
  address: ViewAddress;
  change: ChangeAddress;
  /** The view that is shown: the requested one where it exists for this scope. */
  shown: ResultView;
  /** The number of rows that are set aside. */
  broken: number;
};

const VIEWS: readonly { value: ResultView; label: string }[] = [
  { value: 'table', label: 'Table' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'map', label: 'Map' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'histogram', label: 'Histogram' },
  { value: 'space', label: 'Lead time' },
];

/** The choice of the view; a view is prefetched while the pointer is on it. */
export const ViewChoice = memo(function ViewChoice(props: ViewChoiceProps) {
  const { scope, address, change, shown, broken } = props;
  const views = [
    ...VIEWS,
    ...(broken > 0 ? [{ value: 'broken' as const, label: `Set aside (${formatNumber(broken)})` }] : []),
  ];
  const viewNamed = (value: string | undefined) => views.find((each) => each.value === value)?.value;
  const prefetch = ({ target, currentTarget }: PointerEvent) => {
    const { htmlFor = '' } = (target as HTMLElement).closest('label') ?? {};
    const view = viewNamed(currentTarget.querySelector<HTMLInputElement>(`[id="${htmlFor}"]`)?.value);
    if (view !== undefined) prefetchView(scope, { ...address, view });
  };
  return (
    <SegmentedControl
      aria-label="View"
      size="xs"
      data={views}
      value={shown}
      onChange={(value) => change({ view: viewNamed(value) ?? 'table' })}
      onPointerOver={prefetch}
    />
  );
});

import { NativeSelect } from '@mantine/core';
import type { Scope } from '#shared/contract/awards.ts';
import { cabinList } from '../../records/award-labels.ts';
import type { ChangeAddress } from '../use-results-address.ts';

type CabinChoiceProps = {
  scope: Scope;
  /** The cabins of the requests behind the rows, '' for none. */
  cabins: readonly string[];
  change: ChangeAddress;
};

/** Stands for all of them: no cabin is called so. */
const ALL = '*';

/** Chooses one of the requested cabins; nothing where there is no choice. */
export function CabinChoice({ scope, cabins, change }: CabinChoiceProps) {
  if (scope.kind === 'search' || scope.kind === 'run') return null;
  if (cabins.length < 2) return null;
  const { cabin = ALL, ...open } = scope;
  return (
    <NativeSelect
      aria-label="Cabin asked for"
      size="xs"
      data={[
        { value: ALL, label: 'All cabins' },
        ...cabins.map((each) => ({ value: each, label: each === '' ? 'Not stated' : cabinList([each]) })),
      ]}
      value={cabin}
      onChange={(event) => {
        const { value } = event.currentTarget;
        change({ scope: value === ALL ? open : { ...open, cabin: value } });
      }}
    />
  );
}

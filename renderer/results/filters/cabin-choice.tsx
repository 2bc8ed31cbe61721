import { NativeSelect } from '@mantine/core';
import type { Scope } from '#shared/contract/awards.ts';
import { cabinList } from '../../records/award-labels.ts';
import type { ChangeAddress } from '../use-results-address.ts';

type CabinChoiceProps = {
  scope: Scope;
  /** The requested cabins of the rows, '' for none. */
  cabins: readonly string[];
  change: ChangeAddress;
};

/** Means all of them: no cabin has this name. */
const ALL = '*';

/** Chooses one of the requested cabins; nothing where there is only one. */
export function CabinChoice({ scope, cabins, change }: CabinChoiceProps) {
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

import { NativeSelect } from '@mantine/core';
import { RECORD_GROUPS, type RecordGroup } from '#shared/contract/awards.ts';

const NAMES: Readonly<Record<RecordGroup, string>> = {
  date: 'Grouped by date',
  route: 'Grouped by route',
  programme: 'Grouped by programme',
};

type GroupChoiceProps = { group: RecordGroup | null; onGroup: (group: RecordGroup | null) => void };

/** What the table's rows are put together by. */
export function GroupChoice({ group, onGroup }: GroupChoiceProps) {
  return (
    <NativeSelect
      aria-label="Group rows"
      size="xs"
      w={144}
      data={[
        { value: '', label: 'Not grouped' },
        ...RECORD_GROUPS.map((value) => ({ value, label: NAMES[value] })),
      ]}
      value={group ?? ''}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onGroup(RECORD_GROUPS.find((known) => known === value) ?? null);
      }}
    />
  );
}

import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconFold, IconFoldDown, type TablerIcon } from '@tabler/icons-react';
import { RECORD_GROUPS, type RecordGroup } from '#shared/contract/awards.ts';
import { ALL_COLLAPSED, ALL_OPEN } from '../../addresses/collapsed-groups.ts';
import type { ResultsAddress } from '../../addresses/results-address.ts';
import type { ChangeAddress } from '../use-results-address.ts';

const NAMES: Readonly<Record<RecordGroup, string>> = {
  date: 'By date',
  route: 'By route',
  programme: 'By programme',
};

type GroupChoiceProps = { group: ResultsAddress['group']; change: ChangeAddress };

/** What the table's rows are put together by, and all of its groups shown or hidden at once. */
export function GroupChoice({ group, change }: GroupChoiceProps) {
  return (
    <>
      <NativeSelect
        aria-label="Group rows"
        size="xs"
        w={132}
        data={[
          { value: '', label: 'Not grouped' },
          ...RECORD_GROUPS.map((value) => ({ value, label: NAMES[value] })),
        ]}
        value={group ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change({ group: RECORD_GROUPS.find((known) => known === value) ?? null, collapsed: ALL_OPEN });
        }}
      />
      {group !== null && (
        <ActionIcon.Group>
          <TurnAll name="Collapse all" Icon={IconFold} onClick={() => change({ collapsed: ALL_COLLAPSED })} />
          <TurnAll name="Expand all" Icon={IconFoldDown} onClick={() => change({ collapsed: ALL_OPEN })} />
        </ActionIcon.Group>
      )}
    </>
  );
}

type TurnAllProps = { name: string; Icon: TablerIcon; onClick: () => void };

const TurnAll = ({ name, Icon, onClick }: TurnAllProps) => (
  <ActionIcon variant="default" size="input-xs" aria-label={name} title={name} onClick={onClick}>
    <Icon size={15} aria-hidden />
  </ActionIcon>
);

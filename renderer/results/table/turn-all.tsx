import { ActionIcon } from '@mantine/core';
import { IconFold, IconFoldDown } from '@tabler/icons-react';

const WAYS = {
  collapse: { name: 'Collapse all', Icon: IconFold },
  expand: { name: 'Expand all', Icon: IconFoldDown },
} as const;

type TurnAllProps = { kind: keyof typeof WAYS; onClick: () => void };

/** Hides or shows the rows of all groups. */
export function TurnAll({ kind, onClick }: TurnAllProps) {
  const { name, Icon } = WAYS[kind];
  return (
    <ActionIcon variant="default" size="input-xs" aria-label={name} title={name} onClick={onClick}>
      <Icon size={15} aria-hidden />
    </ActionIcon>
  );
}

import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { Watched } from '#shared/contract/watchlist.ts';
import { GrantFields } from '../permissions/grant-fields.tsx';
import { PermissionInForce } from '../permissions/permission-in-force.tsx';
import { grantableOf } from '../permissions/refresh-labels.ts';
import { SearchTitle } from '../records/search-title.tsx';
import type { RowDialog } from './row-acts.ts';
import { focusActions } from './row-menu.tsx';
import { RuleFields } from './rule-fields.tsx';

const TITLES: Record<RowDialog['kind'], string> = {
  rule: 'Notify me',
  grant: 'Refresh by itself',
};

type SearchDialogProps = { dialog: RowDialog | null; search: Watched | undefined; onClose: () => void };

export function SearchDialog({ dialog, search, onClose }: SearchDialogProps) {
  // It keeps its content while it closes.
  const [last, setLast] = useState<{ kind: RowDialog['kind']; search: Watched } | null>(null);
  if (dialog !== null && search !== undefined && (last?.search !== search || last.kind !== dialog.kind))
    setLast({ kind: dialog.kind, search });
  const grantable = last === null ? null : grantableOf(last.search);
  return (
    <Modal
      centered
      opened={dialog !== null && search !== undefined}
      onClose={onClose}
      title={last === null ? '' : TITLES[last.kind]}
      size={520}
      // The menu item that opened it has been removed by now: the focus returns to the menu's button.
      returnFocus={false}
      onExitTransitionEnd={() => last !== null && focusActions(last.search.searchId)}
      styles={{ title: { fontWeight: 650, fontSize: 16 }, body: { paddingTop: 4 } }}
    >
      {last !== null && (
        <>
          <Text mb={14} fw={600} style={{ overflowWrap: 'anywhere' }}>
            <SearchTitle title={last.search.title} />
          </Text>
          {last.kind === 'rule' && (
            <RuleFields searchId={last.search.searchId} rule={last.search.rule} onDone={onClose} />
          )}
          {last.kind === 'grant' &&
            (last.search.grant === null ? (
              grantable !== null && <GrantFields searches={[grantable]} onDone={onClose} />
            ) : (
              <PermissionInForce title={last.search.title} grant={last.search.grant} onDone={onClose} />
            ))}
        </>
      )}
    </Modal>
  );
}

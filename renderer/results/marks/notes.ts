import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ContractClient } from '#shared/contract/index.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../../ui/status-messages.ts';
import { createNoteSaver } from './note-saver.ts';

type RecordDetail = Awaited<ReturnType<ContractClient['results']['record']>>;

const saver = createNoteSaver({
  save: (versionId, note) => api.annotations.mark({ versionIds: [versionId], change: { note } }),
  storage: sessionStorage,
  onSaved(versionId, note) {
    // The cached record has the old note until it is read again.
    queryClient.setQueryData<RecordDetail>(['results', 'record', versionId], (detail) =>
      detail === undefined
        ? undefined
        : {
            ...detail,
            row: { ...detail.row, mark: { starred: false, tags: [], ...detail.row.mark, note } },
          },
    );
    announce(note === '' ? 'Note removed.' : 'Note saved.');
  },
});
addEventListener('pagehide', saver.leaveAll);
saver.resume();

/** A record's note as the user sees it: the text being written, otherwise the saved one. */
export function useNote(versionId: number, saved: string) {
  const draft = useSyncExternalStore(saver.subscribe, () => saver.draftOf(versionId));
  useEffect(() => () => saver.leave(versionId), [versionId]);
  return {
    note: draft?.text ?? saved,
    error: draft?.error ?? null,
    write: useCallback((text: string) => saver.write(versionId, text), [versionId]),
    leave: useCallback(() => saver.leave(versionId), [versionId]),
  };
}

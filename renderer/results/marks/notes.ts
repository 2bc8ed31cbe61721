import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ContractClient } from '#shared/contract/index.ts';
import { api } from '../../api/api.ts';
import { announce } from '../../components/status-words.ts';
import { queryClient } from '../../query-client.ts';
import { createNoteKeeper } from './note-keeper.ts';

type RecordDetail = Awaited<ReturnType<ContractClient['results']['record']>>;

const keeper = createNoteKeeper({
  keep: (versionId, note) => api.annotations.mark({ versionIds: [versionId], change: { note } }),
  storage: sessionStorage,
  onKept(versionId, note) {
    // What was read of the record before says otherwise until it is read again.
    queryClient.setQueryData<RecordDetail>(['results', 'record', versionId], (detail) =>
      detail === undefined
        ? undefined
        : {
            ...detail,
            row: { ...detail.row, mark: { starred: false, tags: [], ...detail.row.mark, note } },
          },
    );
    announce(note === '' ? 'Note taken away.' : 'Note kept.');
  },
});
addEventListener('pagehide', keeper.leaveAll);
keeper.resume();

/** The note on a record as the person sees it: what is being written, else what the file has. */
export function useNote(versionId: number, kept: string) {
  const draft = useSyncExternalStore(keeper.subscribe, () => keeper.draftOf(versionId));
  useEffect(() => () => keeper.leave(versionId), [versionId]);
  return {
    note: draft?.text ?? kept,
    error: draft?.error ?? null,
    write: useCallback((text: string) => keeper.write(versionId, text), [versionId]),
    leave: useCallback(() => keeper.leave(versionId), [versionId]),
  };
}

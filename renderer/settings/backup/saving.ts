import { ContractFailure } from '#shared/contract/failure.ts';
import { formatBytes } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { blobOf, piecesOf } from '../../ui/file-pieces.ts';
import { savedLabel, saveFile } from '../../ui/save-file.ts';
import { announce } from '../../ui/status-messages.ts';
import { storeOf } from '../../ui/store.ts';

type State =
  | { kind: 'idle' }
  | { kind: 'saving'; backupId: string; words: string; done: number; of: number }
  | { kind: 'saved'; words: string }
  | { kind: 'failed'; error: unknown };

const { read, set, useValue } = storeOf<State>({ kind: 'idle' });

/** The backup that is being saved; it continues while the user works elsewhere. */
export { useValue as useSaving };

function isCurrent(backupId: string): boolean {
  const state = read();
  return state.kind === 'saving' && state.backupId === backupId;
}
/** How often progress is polled, milliseconds. */
const POLL_MS = 150;

export async function saveBackup(): Promise<void> {
  if (read().kind === 'saving') return;
  let backupId = '';
  try {
    ({ backupId } = await api.backup.begin());
    set({ kind: 'saving', backupId, words: 'Copying your data', done: 0, of: 1 });
    const copied = await whenReady(backupId);
    if (copied === null) return;
    const { fileName, of } = copied;
    const parts: Blob[] = [];
    for await (const { data, next } of piecesOf((offset) => api.backup.piece({ backupId, offset }))) {
      if (!isCurrent(backupId)) return;
      parts.push(blobOf(data));
      set({ kind: 'saving', backupId, words: 'Writing the file', done: next, of });
    }
    const saved = await saveFile(fileName, 'application/vnd.sqlite3', parts);
    await api.backup.end({ backupId });
    const words = savedLabel(saved, fileName, `a backup of ${formatBytes(of)}`);
    set(saved.how === 'cancelled' ? { kind: 'idle' } : { kind: 'saved', words });
    announce(words);
  } catch (error) {
    // Cancelling is not an error.
    const cancelled = error instanceof ContractFailure && error.failure.code === 'not_found';
    if (backupId !== '') void api.backup.end({ backupId }).catch(() => undefined);
    if (!cancelled || isCurrent(backupId)) set({ kind: 'failed', error });
  }
}

/** Waits until the copy is complete; null where it was cancelled meanwhile. */
async function whenReady(backupId: string): Promise<{ fileName: string; of: number } | null> {
  for (;;) {
    const { state: made, done, of, fileName } = await api.backup.progress({ backupId });
    if (!isCurrent(backupId)) return null;
    if (made === 'ready') return { fileName, of };
    set({ kind: 'saving', backupId, words: 'Copying your data', done, of });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export function cancelSaving(): void {
  const state = read();
  if (state.kind !== 'saving') return;
  const { backupId } = state;
  set({ kind: 'idle' });
  announce('The backup was cancelled. No file was written.');
  void api.backup.end({ backupId }).catch(() => undefined);
}

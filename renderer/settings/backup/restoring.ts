import { ContractFailure } from '#shared/contract/failure.ts';
import { type BackupContents, type Restored, SENT_PIECE } from '#shared/contract/program/backup.ts';
import { api } from '../../api/api.ts';
import { base64Of } from '../../ui/file-pieces.ts';
import { announce } from '../../ui/status-messages.ts';
import { storeOf } from '../../ui/store.ts';
import { restoredMessages } from './restored-messages.ts';

type State =
  | { kind: 'idle' }
  | { kind: 'sending'; restoreId: string; done: number; of: number }
  | { kind: 'checking'; restoreId: string }
  | { kind: 'checked'; restoreId: string; contents: BackupContents }
  | { kind: 'merging'; restoreId: string }
  | { kind: 'done'; restored: Restored }
  | { kind: 'failed'; error: unknown };

const { read, set, useValue } = storeOf<State>({ kind: 'idle' });
/** The restore that the user cancelled last: requests sent before may still be answered afterwards. */
let cancelledRestore = '';

export { useValue as useRestoring };

function isOf(restoreId: string): boolean {
  const state = read();
  return 'restoreId' in state && state.restoreId === restoreId;
}

function failed(restoreId: string, error: unknown): void {
  const { kind } = read();
  // Cancelling is not an error.
  const isOver = error instanceof ContractFailure && ['cancelled', 'not_found'].includes(error.failure.code);
  if (restoreId !== '' && !isOf(restoreId) && isOver) return;
  if (isOver && kind === 'idle') return;
  set({ kind: 'failed', error });
  // What was sent of it is no longer needed; if it is no longer stored, the request does no harm.
  if (kind === 'sending') void api.restore.cancel({ restoreId }).catch(() => undefined);
}

/** Sends a chosen file in pieces and has it checked; its content is shown before anything is changed. */
export async function sendBackup(file: File): Promise<void> {
  if (['sending', 'checking', 'merging'].includes(read().kind)) {
    announce('Another backup is being restored. Finish or cancel that first.');
    return;
  }
  let restoreId = '';
  try {
    ({ restoreId } = await api.restore.begin({ bytes: file.size }));
    set({ kind: 'sending', restoreId, done: 0, of: file.size });
    for (let offset = 0; offset < file.size; offset += SENT_PIECE) {
      const data = await base64Of(file.slice(offset, offset + SENT_PIECE));
      if (!isOf(restoreId)) return;
      const { received } = await api.restore.send({ restoreId, offset, data });
      if (!isOf(restoreId)) return;
      set({ kind: 'sending', restoreId, done: received, of: file.size });
    }
    set({ kind: 'checking', restoreId });
    const contents = await api.restore.check({ restoreId });
    if (!isOf(restoreId)) return;
    set({ kind: 'checked', restoreId, contents });
    announce('The backup is whole. See what it holds before it is put together with your data.');
  } catch (error) {
    failed(restoreId, error);
  }
}

export async function mergeIt(): Promise<void> {
  const state = read();
  if (state.kind !== 'checked') return;
  const { restoreId } = state;
  set({ kind: 'merging', restoreId });
  try {
    const restored = await api.restore.merge({ restoreId });
    set({ kind: 'done', restored });
    announce(restoredMessages(restored)[0] ?? 'The backup is restored.');
  } catch (error) {
    failed(restoreId, error);
  }
}

export function cancelRestore(): void {
  const before = read();
  set({ kind: 'idle' });
  if (!('restoreId' in before)) return;
  cancelledRestore = before.restoreId;
  announce('The restore was cancelled. Nothing was changed.');
  void api.restore.cancel({ restoreId: before.restoreId }).catch(() => undefined);
}

/** Resumes a restore that continued while the page was reloaded. */
export function resumeRestore(underWay: NonNullable<Awaited<ReturnType<typeof api.restore.progress>>>): void {
  const { restoreId, phase, contents, restored } = underWay;
  const { kind } = read();
  if (phase === 'done' && restored !== null && kind === 'merging') set({ kind: 'done', restored });
  if (kind !== 'idle' || restoreId === cancelledRestore) return;
  if (phase === 'checked' && contents !== null) set({ kind: 'checked', restoreId, contents });
  else if (phase === 'merging') set({ kind: 'merging', restoreId });
}

import { useSyncExternalStore } from 'react';
import { ContractFailure } from '#shared/contract/failure.ts';
import { type BackupContents, type Restored, SENT_PIECE } from '#shared/contract/program/backup.ts';
import { api } from '../../api/api.ts';
import { base64Of } from '../../ui/file-pieces.ts';
import { listenersOf } from '../../ui/listeners.ts';
import { announce } from '../../ui/status-messages.ts';
import { restoredMessages } from './restored-messages.ts';

type State =
  | { kind: 'idle' }
  | { kind: 'sending'; restoreId: string; done: number; of: number }
  | { kind: 'checking'; restoreId: string }
  | { kind: 'checked'; restoreId: string; contents: BackupContents }
  | { kind: 'merging'; restoreId: string }
  | { kind: 'done'; restored: Restored }
  | { kind: 'failed'; error: unknown };

let state: State = { kind: 'idle' };
/** The restore that the user cancelled last: requests sent before may still be answered afterwards. */
let cancelledRestore = '';
const { notify, subscribe } = listenersOf();
function set(next: State): void {
  state = next;
  notify();
}
export const useRestoring = (): State => useSyncExternalStore(subscribe, () => state);

const isOf = (restoreId: string): boolean => 'restoreId' in state && state.restoreId === restoreId;

function failed(restoreId: string, error: unknown): void {
  const sending = state.kind === 'sending';
  // Cancelling is not an error.
  const isOver = error instanceof ContractFailure && ['cancelled', 'not_found'].includes(error.failure.code);
  if (restoreId !== '' && !isOf(restoreId) && isOver) return;
  if (isOver && state.kind === 'idle') return;
  set({ kind: 'failed', error });
  // What was sent of it is no longer needed; if it is no longer stored, the request does no harm.
  if (sending) void api.restore.cancel({ restoreId }).catch(() => undefined);
}

/** Sends a chosen file in pieces and has it checked; its content is shown before anything is changed. */
export async function sendBackup(file: File): Promise<void> {
  if (state.kind === 'sending' || state.kind === 'checking' || state.kind === 'merging') {
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
  const before = state;
  set({ kind: 'idle' });
  if (!('restoreId' in before)) return;
  cancelledRestore = before.restoreId;
  announce('The restore was cancelled. Nothing was changed.');
  void api.restore.cancel({ restoreId: before.restoreId }).catch(() => undefined);
}

/** Resumes a restore that continued while the page was reloaded. */
export function resumeRestore(underWay: NonNullable<Awaited<ReturnType<typeof api.restore.progress>>>): void {
  const { restoreId, phase, contents, restored } = underWay;
  if (phase === 'done' && restored !== null && state.kind === 'merging') set({ kind: 'done', restored });
  if (state.kind !== 'idle' || restoreId === cancelledRestore) return;
  if (phase === 'checked' && contents !== null) set({ kind: 'checked', restoreId, contents });
  else if (phase === 'merging') set({ kind: 'merging', restoreId });
}

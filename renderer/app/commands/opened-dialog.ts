import { listenersOf, useOutside } from '../../ui/listeners.ts';

/** What opens over any screen by a command. */
export type FrameDialog = 'shortcuts' | 'what-is-new' | 'report' | 'find';

let opened: FrameDialog | null = null;
const { notify, subscribe } = listenersOf();

export function openDialog(dialog: FrameDialog | null): void {
  opened = dialog;
  notify();
}

export const useOpenedDialog = (): FrameDialog | null => useOutside(subscribe, () => opened);

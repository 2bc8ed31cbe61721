import { storeOf } from '../../ui/store.ts';

/** What opens over any screen by a command. */
export type FrameDialog = 'shortcuts' | 'what-is-new' | 'report' | 'find' | 'import';

export const { set: openDialog, useValue: useOpenedDialog } = storeOf<FrameDialog | null>(null);

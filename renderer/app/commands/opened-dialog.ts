import { outsideValue } from '../../ui/listeners.ts';

/** What opens over any screen by a command. */
export type FrameDialog = 'shortcuts' | 'what-is-new' | 'report' | 'find' | 'import';

export const [openDialog, useOpenedDialog] = outsideValue<FrameDialog>();

import { outsideValue } from '../../ui/listeners.ts';

/** A pack of facts that was opened from the system or dropped on the window; null takes it. */
export const [openPack, useOpenedPack] = outsideValue<File>();

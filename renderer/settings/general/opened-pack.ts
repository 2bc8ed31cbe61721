import { storeOf } from '../../ui/store.ts';

/** A pack of facts that was opened from the system or dropped on the window; null takes it. */
export const { set: openPack, useValue: useOpenedPack } = storeOf<File | null>(null);

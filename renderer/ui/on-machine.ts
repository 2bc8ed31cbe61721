import { useOutside } from './listeners.ts';

const never = () => () => {};

/**
 * Whether this is drawn on the reader's machine. False where the first screen is drawn when the program is built, and
 * once more as the page takes that over: what depends on the day, the language or what is stored here comes after it.
 */
export const useOnMachine = (): boolean =>
  useOutside(
    never,
    () => true,
    () => false,
  );

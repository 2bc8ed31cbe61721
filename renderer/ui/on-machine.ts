import { useOutside } from './listeners.ts';

const never = () => () => {};

/**
 * Whether this is rendered on the reader's machine. False when the first screen is prerendered at build time, and once
 * more while the page is hydrated: anything that depends on the day, the language or stored data follows after that.
 */
export const useOnMachine = (): boolean =>
  useOutside(
    never,
    () => true,
    () => false,
  );

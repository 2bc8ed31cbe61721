import { AsyncLocalStorage } from 'node:async_hooks';

const acts = new AsyncLocalStorage<true>();

/** Runs what the user asked for just now: its requests may go out in spite of a long wait, where the user allowed it. */
export const byHand = <Result>(work: () => Result): Result => acts.run(true, work);

export const isByHand = (): boolean => acts.getStore() === true;

/** Runs what is planned for later: by then it is no act of the user any more. */
export const byItself = <Result>(work: () => Result): Result => acts.exit(work);

/** A wait as long as this, in ms, is usually a mistake of units: the user may ask once in spite of it. */
export const LONG_WAIT_MS = 3_600_000;

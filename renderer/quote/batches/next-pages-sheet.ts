import type { Amount } from '#shared/money.ts';
import { listenersOf, useOutside } from '../../ui/listeners.ts';

/** Which pages the dialog is about: those after the one that a purchase gave, and what one costs as far as it is known, and whence. */
export type NextPagesRequest = {
  after: string;
  title: string;
  pagePrice: Amount | null;
  priceFrom: 'listing' | 'last_page';
  /** About how many are left; null where nothing shows that. */
  pages: number | null;
};
/** A saved search that is to be looked at again, and what a page of it costs as far as it is known. */
export type SearchToRefresh = {
  searchId: number;
  title: string;
  toolRef: string;
  input: Record<string, unknown>;
  /** At most so many, unless the user wants the first page alone. */
  pages: number;
  pagePrice: Amount | null;
  dataUse: readonly string[];
};
/** `leftOut`: searches that were chosen and cannot be bought now, each with why. */
export type RefreshRequest = {
  searches: readonly SearchToRefresh[];
  leftOut: readonly { title: string; why: string }[];
  /** Why these were chosen and no others, where Milepost chose them; in sentences. */
  promise?: readonly string[];
};
export type NextPagesSheet =
  | { stage: 'closed' }
  | { stage: 'choosing'; request: NextPagesRequest }
  | { stage: 'refreshing'; request: RefreshRequest }
  | { stage: 'running'; batchId: string };

/** It belongs to the window and not to Results: the run changes under it with every page that comes. */
let sheet: NextPagesSheet = { stage: 'closed' };
const { notify, subscribe } = listenersOf();
const show = (next: NextPagesSheet) => {
  sheet = next;
  notify();
};

export const useNextPagesSheet = (): NextPagesSheet => useOutside(subscribe, () => sheet);
export const askForNextPages = (request: NextPagesRequest): void => show({ stage: 'choosing', request });
export const askForRefresh = (request: RefreshRequest): void => show({ stage: 'refreshing', request });
export const showBatch = (batchId: string): void => show({ stage: 'running', batchId });
export const closeNextPages = (): void => show({ stage: 'closed' });

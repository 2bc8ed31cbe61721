import type { Amount } from '#shared/money.ts';
import { storeOf } from '../../ui/store.ts';

/** The pages of the dialog: those after the page of a purchase, and the known price of one, with its source. */
export type NextPagesRequest = {
  after: string;
  title: string;
  pagePrice: Amount | null;
  priceFrom: 'listing' | 'last_page';
  /** About how many are left; null where unknown. */
  pages: number | null;
};
/** A search to read, and the known price of a page of it. */
export type SearchToRefresh = {
  /** A saved search; null for one that was never run. */
  searchId: number | null;
  title: string;
  toolRef: string;
  input: Record<string, unknown>;
  /** The most pages, unless the user wants only the first. */
  pages: number;
  pagePrice: Amount | null;
  dataUse: readonly string[];
  /** Why it is worth reading, and the trip that it is read for. */
  why?: string;
  tripId?: string;
};
/** `leftOut`: chosen searches that cannot be bought now, with the reasons. */
export type RefreshRequest = {
  searches: readonly SearchToRefresh[];
  leftOut: readonly { title: string; why: string }[];
  /** Why these were chosen and no others, where Milepost chose them; in sentences. */
  promise?: readonly string[];
  /** The trip that they are read for. */
  tripId?: string;
};
export type NextPagesSheet =
  | { stage: 'closed' }
  | { stage: 'choosing'; request: NextPagesRequest }
  | { stage: 'refreshing'; request: RefreshRequest }
  | { stage: 'running'; batchId: string };

/** It belongs to the window and not to Results, whose run changes with every page that arrives. */
const { set: show, useValue } = storeOf<NextPagesSheet>({ stage: 'closed' });

export { useValue as useNextPagesSheet };
export const askForNextPages = (request: NextPagesRequest): void => show({ stage: 'choosing', request });
export const askForRefresh = (request: RefreshRequest): void => show({ stage: 'refreshing', request });
export const showBatch = (batchId: string): void => show({ stage: 'running', batchId });
export const closeNextPages = (): void => show({ stage: 'closed' });

import type { Watched } from '#shared/contract/watchlist.ts';
import type { changeLabels } from './change-labels.ts';

/** What is set for one search: what to hear of, or leave to look by itself. */
export type RowDialog = { kind: 'rule' | 'grant'; searchId: Watched['searchId'] };

/** What can be done with one search. */
export type RowActs = {
  choose: (searchId: number, isChosen: boolean) => void;
  watch: (searchId: number, watched: boolean) => void;
  open: (kind: RowDialog['kind'], searchId: number) => void;
};

/** What is known of the change between the last two runs of a search. */
export type RowChanges = 'reading' | 'unreadable' | { counts: Parameters<typeof changeLabels>[0] };

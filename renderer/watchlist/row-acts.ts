import type { Watched } from '#shared/contract/watchlist.ts';
import type { changeLabels } from './change-labels.ts';

/** What is being set for one search: its rule, or a permission to refresh automatically. */
export type RowDialog = { kind: 'rule' | 'grant'; searchId: Watched['searchId'] };

/** The actions on one search. */
export type RowActs = {
  choose: (searchId: number, isChosen: boolean) => void;
  watch: (searchId: number, watched: boolean) => void;
  open: (kind: RowDialog['kind'], searchId: number) => void;
};

/** What is known of the changes between the last two runs of a search. */
export type RowChanges = 'reading' | 'unreadable' | { counts: Parameters<typeof changeLabels>[0] };

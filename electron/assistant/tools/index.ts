import type { AssistantTool } from '../answer.ts';
import { assessAward } from './assess-award.ts';
import { getAwardHistory } from './get-award-history.ts';
import { getSpending } from './get-spending.ts';
import { getWalletOptions } from './get-wallet-options.ts';
import { listChanges } from './list-changes.ts';
import { listSearches } from './list-searches.ts';
import { listTrips } from './list-trips.ts';
import { proposeSearch } from './propose-search.ts';
import { searchSavedAwards } from './search-saved-awards.ts';

/** Everything that an assistant can ask of Milepost. */
export const ASSISTANT_TOOLS: readonly AssistantTool[] = [
  searchSavedAwards,
  getAwardHistory,
  assessAward,
  getWalletOptions,
  listChanges,
  listSearches,
  listTrips,
  getSpending,
  proposeSearch,
];

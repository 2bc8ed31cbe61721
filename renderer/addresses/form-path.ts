import { checkAwardSearchRequest, searchCriteria } from '#shared/award-search/request.ts';
import { kindOfSource } from '#shared/record-kinds/record-kinds.ts';
import { searchPath } from './search-address.ts';
import { toolUsePath } from './tool-use-address.ts';

/**
 * What the form shows of a saved search: its criteria, and the results per page of its last run. Those are no part of
 * what a search is, but without them the same search may take more pages, each with its price.
 */
export const formRequest = (
  { criteria }: { criteria: Readonly<Record<string, unknown>> },
  take: unknown,
): Record<string, unknown> => (typeof take === 'number' ? { ...criteria, take } : { ...criteria });

/**
 * The form for a search: the search form for the award search of the contract, the Tool's own form for any other kind
 * of source.
 */
export function formPath(
  { source, ...search }: Readonly<Record<string, unknown>>,
  toolRef: string | null,
): string {
  const kind = kindOfSource(typeof source === 'string' ? source : '');
  if (toolRef === null || kind === null || kind.id === 'award_search') return searchPath(search, toolRef);
  const checked = checkAwardSearchRequest(search);
  return toolUsePath(toolRef, (checked.ok ? kind.request(searchCriteria(checked.request)) : null) ?? {});
}

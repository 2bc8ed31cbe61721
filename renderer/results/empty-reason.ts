import { plural } from '#shared/formats.ts';

/**
 * Why a scope has no record. Only a complete answer whose every row could be read shows that nothing is cached, and not
 * even that shows that there is no award space.
 * @param broken the rows that came and are set aside
 * @param run its run, or a search's last; null for what is stored of several
 */
export function emptyReason({
  broken,
  run,
}: {
  broken: number;
  run: { exhausted: boolean | null; broken: number } | null;
}): string {
  if (broken > 0)
    return `${plural(broken, 'row')} came, and none can be used: they cannot be read, or are not what was searched for. What the service has for this search is not known.`;
  return run?.exhausted === true
    ? 'The service has nothing cached for this search, which does not show that no award space exists.'
    : 'No award space came, but nothing shows that every page was read. What the service has for this search is not known.';
}

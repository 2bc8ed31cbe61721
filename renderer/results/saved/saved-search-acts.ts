import type { SavedSearch } from '#shared/contract/awards.ts';
import { plural } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { failureOf } from '../../ui/failure-notice.tsx';
import { offerUndo } from '../../ui/forms/undo-notice.tsx';
import { announce } from '../../ui/status-messages.ts';

/** Changes to saved searches other than their results; their views are refreshed automatically. */
export function useSavedSearchActs() {
  const attempt = (act: Promise<unknown>, onDone: () => void) =>
    act.then(onDone, (error: unknown) => announce(failureOf(error).message));
  return {
    watch: (searchIds: number[], watched: boolean) =>
      attempt(api.watchlist.watch({ searchIds, watched }), () => {
        void queryClient.invalidateQueries({ queryKey: ['watchlist'] });
        announce(watched ? 'On the watchlist.' : 'Off the watchlist.');
      }),
    remove(searches: readonly Pick<SavedSearch, 'searchId' | 'title'>[]) {
      const searchIds = searches.map(({ searchId }) => searchId);
      const [only] = searches;
      const named =
        searches.length === 1 && only !== undefined
          ? only.title
          : plural(searches.length, 'search', 'searches');
      return attempt(api.results.setListed({ searchIds, listed: false }), () =>
        offerUndo(
          `${named} removed from the list.`,
          () => void api.results.setListed({ searchIds, listed: true }),
        ),
      );
    },
    rename: (searchId: number, name: string | null, onDone: () => void) =>
      attempt(api.results.rename({ searchId, name }), () => {
        announce(name === null ? 'Called by what it asks for.' : `Called “${name}”.`);
        onDone();
      }),
  };
}

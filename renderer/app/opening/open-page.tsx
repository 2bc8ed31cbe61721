import '../../api/strict-page.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { listen } from '../../api/events.ts';
import { queryClient } from '../../api/query-client.ts';
import { makeStale } from '../../api/stale-answers.ts';
import { preferencesQuery } from '../../status/preferences-query.ts';
import { prepareScreen } from '../screens.ts';
import { Milepost } from './milepost.tsx';
import { endDrawn, ownStyles, takeEarlyInput } from './take-over.ts';

/** Draws the page in `root`, or takes over what was drawn there when the program was built. */
export async function openPage(root: HTMLElement): Promise<void> {
  listen('changed', ({ topics }) => makeStale(queryClient, topics));
  listen('navigate', ({ to }) => navigate(to));
  listen('notice', async (notice) => (await import('../../watchlist/page-notices.ts')).showNotice(notice));
  // The page names the screen to be fetched beside this script, so that it is there by now or in a moment.
  // What it looks and writes like is read meanwhile; where that cannot be read, the system is followed.
  await Promise.all([prepareScreen(location.pathname), queryClient.prefetchQuery(preferencesQuery)]);
  const theme = queryClient.getQueryData(preferencesQuery.queryKey)?.theme;

  const isDrawn = root.hasChildNodes();
  const enterAgain = isDrawn ? takeEarlyInput(root) : () => {};
  const onShown = () => {
    endDrawn();
    // Not while React is at work: it would hear nothing.
    setTimeout(enterAgain);
  };
  const page = <Milepost onShown={onShown} {...(theme && { theme })} />;
  // An address that says more than the first screen is drawn as it says, in place of what stands there.
  if (!isDrawn || location.search !== '') createRoot(root).render(page);
  else {
    ownStyles(root);
    hydrateRoot(root, page);
  }
}

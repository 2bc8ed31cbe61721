import '../../api/strict-page.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { listen } from '../../api/events.ts';
import { queryClient } from '../../api/query-client.ts';
import { makeStale } from '../../api/stale-answers.ts';
import { preferencesQuery } from '../../status/preferences-query.ts';
import { prepareScreen } from '../screens.ts';
import { Milepost } from './milepost.tsx';
import { applyOwnStyles, finishHydration, takeEarlyInput } from './take-over.ts';

/** Renders the page in `root`, or hydrates what was prerendered there at build time. */
export async function openPage(root: HTMLElement): Promise<void> {
  listen('changed', ({ topics }) => makeStale(queryClient, topics));
  listen('navigate', ({ to }) => navigate(to));
  listen('notice', async (notice) => (await import('../../watchlist/page-notices.ts')).showNotice(notice));
  // The page preloads the screen's script together with this one, so that it has arrived by now or soon.
  // Preferences are read in parallel; where they cannot be read, the system's settings apply.
  await Promise.all([prepareScreen(location.pathname), queryClient.prefetchQuery(preferencesQuery)]);
  const theme = queryClient.getQueryData(preferencesQuery.queryKey)?.theme;

  const isDrawn = root.hasChildNodes();
  const enterAgain = isDrawn ? takeEarlyInput(root) : () => {};
  const onShown = () => {
    finishHydration();
    // Not while React is rendering: it would miss the events.
    setTimeout(enterAgain);
  };
  const page = <Milepost onShown={onShown} {...(theme && { theme })} />;
  // For an address with more than the first screen, the prerendered page is replaced.
  if (!isDrawn || location.search !== '') createRoot(root).render(page);
  else {
    applyOwnStyles(root);
    hydrateRoot(root, page);
  }
}

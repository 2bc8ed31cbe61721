import { styleNonce } from '../api/strict-page.ts';
import '@mantine/core/styles.css';
import '../page.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { listen } from '../api/events.ts';
import { queryClient } from '../api/query-client.ts';
import { makeStale } from '../api/stale-answers.ts';
import { preferencesQuery } from '../status/preferences-query.ts';
import { Frame } from './frame.tsx';
import { ReaderSettings } from './reader-settings.tsx';
import { prepareScreen } from './screens.ts';
import { theme } from './theme.ts';

listen('changed', ({ topics }) => makeStale(queryClient, topics));
listen('navigate', ({ to }) => navigate(to));
listen('notice', async (notice) => (await import('../watchlist/page-notices.ts')).showNotice(notice));

const root = document.getElementById('root');
if (root) {
  // The page names it to be fetched beside this script, so that it is there by now or in a moment.
  // What it looks and writes like is read meanwhile; where that cannot be read, the system is followed.
  await Promise.all([prepareScreen(location.pathname), queryClient.prefetchQuery(preferencesQuery)]);
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
        <QueryClientProvider client={queryClient}>
          <ReaderSettings>
            <Frame />
          </ReaderSettings>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

import '@mantine/core/styles.css';
import '../page.css';
import '../api/strict-page.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { DEFAULT_PREFERENCES } from '#shared/contract/program/preferences.ts';
import { listen } from '../api/events.ts';
import { queryClient } from '../api/query-client.ts';
import { makeStale } from '../api/stale-answers.ts';
import { styleNonce } from '../api/strict-page.ts';
import { preferencesQuery } from '../status/preferences-query.ts';
import { Frame } from './frame.tsx';
import { colorSchemeOf, ReaderSettings } from './reader-settings.tsx';
import { prepareScreen } from './screens.ts';
import { theme } from './theme.ts';

/** The preferences decide the colour scheme; the library's own record in the browser could contradict them. */
const NO_RECORD = {
  get: <Scheme,>(byDefault: Scheme) => byDefault,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Renders the page in `root`, in the place of the shell. */
export async function openPage(root: HTMLElement): Promise<void> {
  listen('changed', ({ topics }) => makeStale(queryClient, topics));
  listen('navigate', ({ to }) => navigate(to));
  listen('notice', async (notice) => (await import('../watchlist/page-notices.ts')).showNotice(notice));
  // Preferences are read in parallel; where they cannot be read, the system's settings apply.
  await Promise.all([prepareScreen(location.pathname), queryClient.prefetchQuery(preferencesQuery)]);
  const { theme: chosen } = queryClient.getQueryData(preferencesQuery.queryKey) ?? DEFAULT_PREFERENCES;
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme={colorSchemeOf(chosen)}
        colorSchemeManager={NO_RECORD}
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <ReaderSettings>
            <Frame />
          </ReaderSettings>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

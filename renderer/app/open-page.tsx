import '@mantine/core/styles.css';
import '../page.css';
import '../api/strict-page.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { listen } from '../api/events.ts';
import { queryClient } from '../api/query-client.ts';
import { makeStale } from '../api/stale-answers.ts';
import { styleNonce } from '../api/strict-page.ts';
import { OPENING_PREFERENCES, preferencesQuery } from '../status/preferences-query.ts';
import { runCommand } from './commands/run-command.ts';
import { Frame } from './frame.tsx';
import { openDropped, openHandedOver } from './open-file.ts';
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
  listen('command', ({ id }) => runCommand(id));
  listen('opened', openHandedOver);
  openDropped();
  listen('notice', async (notice) => (await import('../watchlist/page-notices.ts')).showNotice(notice));
  // Nothing is waited for but the screen's own code: the host opens the data file meanwhile.
  void queryClient.prefetchQuery(preferencesQuery);
  await prepareScreen(location.pathname);
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme={colorSchemeOf(OPENING_PREFERENCES.theme)}
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

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { DEFAULT_PREFERENCES, type Preferences } from '#shared/contract/program/preferences.ts';
import { queryClient } from '../../api/query-client.ts';
import { styleNonce } from '../../api/strict-page.ts';
import { Frame } from '../frame.tsx';
import { colorSchemeOf, ReaderSettings } from '../reader-settings.tsx';
import { theme } from '../theme.ts';

/** The preferences decide the colour scheme; the library's own record in the browser could contradict them. */
const NO_RECORD = {
  get: <Scheme,>(byDefault: Scheme) => byDefault,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

type MilepostProps = {
  /** The reader's theme, if known. */
  theme?: Preferences['theme'];
  /** Called once the page is rendered. */
  onShown?: () => void;
};

/** The entire page, both prerendered at build time and hydrated in the browser. */
export function Milepost({ theme: chosen = DEFAULT_PREFERENCES.theme, onShown }: MilepostProps) {
  useEffect(() => onShown?.(), [onShown]);
  return (
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
    </StrictMode>
  );
}

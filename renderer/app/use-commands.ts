import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { changeForm, clearForm, readForm } from '../search/form-store.ts';
import { useSavedPreferences } from '../status/save-preferences.ts';
import { type Command, useOfferedCommands } from '../ui/keys/offered-commands.ts';

const THEMES: Record<Preferences['theme'], string> = {
  system: 'Theme: as the system',
  light: 'Theme: light',
  dark: 'Theme: dark',
};

/** The commands of the palette other than navigation: first those of the open screen. */
export function useCommands({ onShortcuts }: { onShortcuts: () => void }): readonly Command[] {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const { preferences, save } = useSavedPreferences();
  const offered = useOfferedCommands();
  const go = (path: string) => () => navigate(path);
  const inTheme = (theme: Preferences['theme']) => () => save(() => ({ theme }), `${THEMES[theme]}.`);
  return [
    ...offered,
    {
      name: 'New search',
      run: () => {
        clearForm();
        navigate('/');
      },
    },
    {
      name: 'Swap directions',
      run: () => {
        const { origins, destinations } = readForm();
        changeForm({ origins: destinations, destinations: origins });
        navigate('/');
      },
    },
    { name: 'Refresh searches', run: go('/watchlist') },
    { name: 'Change limits', run: go('/settings/spending') },
    { name: 'Store a key', run: go('/settings/marketplace/key') },
    { name: 'Save a backup', run: go('/settings/backup') },
    {
      name: 'Read the catalogue',
      run: () => {
        navigate('/catalogue');
        void queries.refetchQueries({ queryKey: ['marketplace', 'read'] });
      },
    },
    ...(['light', 'dark', 'system'] as const)
      .filter((theme) => theme !== preferences.theme)
      .map((theme) => ({ name: THEMES[theme], run: inTheme(theme) })),
    { name: 'Shortcuts', keys: '?', run: onShortcuts },
  ];
}

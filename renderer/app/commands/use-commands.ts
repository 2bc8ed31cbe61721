import { COMMANDS } from '#shared/commands.ts';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { useSavedPreferences } from '../../status/save-preferences.ts';
import { type Command, useOfferedCommands } from '../../ui/keys/offered-commands.ts';
import { runCommand } from './run-command.ts';

const THEMES: Record<Preferences['theme'], string> = {
  system: 'Theme: as the system',
  light: 'Theme: light',
  dark: 'Theme: dark',
};

/** The palette is open already. */
const LISTED = COMMANDS.filter(({ id }) => id !== 'commands');

/** The commands of the palette other than navigation: first those of the open screen. */
export function useCommands(): readonly Command[] {
  const { preferences, save } = useSavedPreferences();
  const offered = useOfferedCommands();
  const inTheme = (theme: Preferences['theme']) => () => save(() => ({ theme }), `${THEMES[theme]}.`);
  return [
    ...offered,
    ...LISTED.map(({ id, label, keys }) => ({
      name: label.replace(/…$/u, ''),
      ...(keys && { keys }),
      // After the palette has closed, because closing it returns the focus to where it was opened from.
      run: () => void setTimeout(() => runCommand(id)),
    })),
    ...(['light', 'dark', 'system'] as const)
      .filter((theme) => theme !== preferences.theme)
      .map((theme) => ({ name: THEMES[theme], run: inTheme(theme) })),
  ];
}

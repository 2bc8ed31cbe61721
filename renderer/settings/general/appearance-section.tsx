import { SegmentedControl } from '@mantine/core';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { useSavedPreferences } from '../../status/save-preferences.ts';
import { SettingsSection } from '../settings-section.tsx';

const THEMES: { value: Preferences['theme']; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Light, dark, or as the system is. */
export function AppearanceSection() {
  const { preferences, save } = useSavedPreferences();
  return (
    <SettingsSection title="Theme" about="How Milepost looks.">
      <SegmentedControl
        aria-label="Theme"
        w="fit-content"
        data={THEMES}
        value={preferences.theme}
        onChange={(value) => {
          const theme = THEMES.find((each) => each.value === value);
          if (theme !== undefined)
            save(() => ({ theme: theme.value }), `Theme: ${theme.label.toLowerCase()}.`);
        }}
      />
    </SettingsSection>
  );
}

import { Button, Group } from '@mantine/core';
import { showLog } from '../status/show-log.ts';
import { SettingsSection } from './settings-section.tsx';

/** Where it is written what went wrong; “Report a problem” in the menu and the palette copies the end of it. */
export function Diagnostics() {
  return (
    <SettingsSection
      title="Log"
      about="It stays on this computer and holds no key, no search and nobody’s address. “Report a problem” shows and copies its end."
    >
      <Group>
        <Button size="xs" onClick={() => void showLog()}>
          Show log
        </Button>
      </Group>
    </SettingsSection>
  );
}

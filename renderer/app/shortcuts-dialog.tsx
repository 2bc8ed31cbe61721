import { Group, Kbd, Text } from '@mantine/core';
import { ALL_SCREENS } from '#shared/screens.ts';
import { GENERAL_SHORTCUTS, keysOfScreen, RESULT_SHORTCUTS, type Shortcut } from '../ui/keys/shortcuts.ts';
import { FrameModal, type FrameModalProps } from './commands/frame-modal.tsx';
import classes from './frame.module.css';

const SCREENS: readonly Shortcut[] = ALL_SCREENS.flatMap(({ path, name }) => {
  const keys = keysOfScreen(path);
  return keys === undefined ? [] : [{ keys, what: name }];
});

const GROUPS: readonly (readonly [name: string, shortcuts: readonly Shortcut[]])[] = [
  ['Everywhere', GENERAL_SHORTCUTS],
  ['Go to', SCREENS],
  ['Results', RESULT_SHORTCUTS],
];

/** The list of shortcuts. */
export function ShortcutsDialog({ opened, onClose }: FrameModalProps) {
  return (
    <FrameModal opened={opened} onClose={onClose} title="Shortcuts">
      <div className={classes.shortcuts}>
        {GROUPS.filter(([, shortcuts]) => shortcuts.length > 0).map(([name, shortcuts]) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(({ keys, what }) => (
                <div key={keys}>
                  <dt>{what}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </FrameModal>
  );
}

/** Keys as they are pressed. */
export function Keys({ keys }: { keys: string }) {
  if (keys === '') return null;
  return (
    <Group gap={4} display="inline-flex">
      {keys.split(/(?<=\S)([ +])(?=\S)/).map((part, index) =>
        part === ' ' || part === '+' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
          <Text key={index} span size="xs" c="dimmed">
            {part === ' ' ? 'then' : '+'}
          </Text>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
          <Kbd key={index} size="sm">
            {part}
          </Kbd>
        ),
      )}
    </Group>
  );
}

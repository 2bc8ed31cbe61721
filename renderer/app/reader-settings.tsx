import { useMantineColorScheme } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { setFormats } from '#shared/formats.ts';
import { usePreferences } from '../status/preferences-query.ts';

/** The component library's name for a theme. */
export const colorSchemeOf = (theme: Preferences['theme']) => (theme === 'system' ? 'auto' : theme);

/** Applies the reader's settings to everything below, which is rendered again when they change. */
export function ReaderSettings({ children }: { children: ReactNode }) {
  const { theme, formats } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(colorSchemeOf(theme)), [theme, setColorScheme]);

  const { csv, ...shown } = formats;
  const name = JSON.stringify(shown);
  const applied = useRef({ name: '', focused: '', csv: 'system' });
  if (applied.current.name !== name) {
    // On the first render no field is replaced; at build time there is none to inspect.
    const focused = applied.current.name === '' ? '' : (document.activeElement?.id ?? '');
    applied.current = { name, focused, csv };
    // Set before anything below is rendered, because it uses these formats.
    setFormats(formats, navigator.language);
  } else if (applied.current.csv !== csv) {
    // Nothing on the screen depends on how files are written.
    applied.current.csv = csv;
    setFormats(formats, navigator.language);
  }
  return (
    <Fragment key={name}>
      {children}
      <RestoreFocus id={applied.current.focused} />
    </Fragment>
  );
}

/** Returns the focus to the field of the choice, which is another element after everything is rendered again. */
function RestoreFocus({ id }: { id: string }) {
  useLayoutEffect(() => {
    if (id !== '') document.getElementById(id)?.focus();
  }, [id]);
  return null;
}

import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { setFormats } from '#shared/formats.ts';
import { usePreferences } from '../status/preferences-query.ts';

/** A theme as the component library calls it. */
export const colorSchemeOf = (theme: Preferences['theme']) => (theme === 'system' ? 'auto' : theme);

/** Everything below looks and writes as the reader chose; what is written otherwise after a change is drawn anew. */
export function ReaderSettings({ children }: { children: ReactNode }) {
  const { theme, formats } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(colorSchemeOf(theme)), [theme, setColorScheme]);

  const name = JSON.stringify(formats);
  const applied = useRef({ name: '', focused: '' });
  if (applied.current.name !== name) {
    // What is drawn for the first time takes no field's place; when the program is built there is none to look at.
    const focused = applied.current.name === '' ? '' : (document.activeElement?.id ?? '');
    applied.current = { name, focused };
    // Before anything below is drawn: it writes with these.
    setFormats(formats, navigator.language);
  }
  // Titles are written as they come: those that came before are read again.
  const queries = useQueryClient();
  const written = useRef(name);
  useEffect(() => {
    if (written.current === name) return;
    written.current = name;
    void queries.invalidateQueries();
  }, [name, queries]);
  return (
    <Fragment key={name}>
      {children}
      <FocusAgain id={applied.current.focused} />
    </Fragment>
  );
}

/** The field that something was chosen in is another element once all is drawn anew. */
function FocusAgain({ id }: { id: string }) {
  useLayoutEffect(() => {
    if (id !== '') document.getElementById(id)?.focus();
  }, [id]);
  return null;
}

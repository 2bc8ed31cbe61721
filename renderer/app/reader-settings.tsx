import { useMantineColorScheme } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { setFormats } from '#shared/formats.ts';
import { usePreferences } from '../status/preferences-query.ts';

/** Everything below looks and writes as the reader chose; what is written otherwise after a change is drawn anew. */
export function ReaderSettings({ children }: { children: ReactNode }) {
  const { theme, formats } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(theme === 'system' ? 'auto' : theme), [theme, setColorScheme]);

  const name = JSON.stringify(formats);
  const applied = useRef({ name: '', focused: '' });
  if (applied.current.name !== name) {
    applied.current = { name, focused: document.activeElement?.id ?? '' };
    // Before anything below is drawn: it writes with these.
    setFormats(formats, navigator.language);
  }
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

import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { setPacks } from '#shared/facts/in-use.ts';
import type { Pack } from '#shared/facts/pack.ts';
import { setFormats } from '#shared/formats.ts';
import type { AirportName } from '#shared/places/names.ts';
import { api } from '../api/api.ts';
import { usePreferences } from '../status/preferences-query.ts';

/** The component library's name for a theme. */
export const colorSchemeOf = (theme: Preferences['theme']) => (theme === 'system' ? 'auto' : theme);

/** Applies the reader's settings to everything below, which is rendered again when they change. */
export function ReaderSettings({ children }: { children: ReactNode }) {
  const { theme, formats } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(colorSchemeOf(theme)), [theme, setColorScheme]);

  const { csv, ...shown } = formats;
  const packs = useLoadedPacks();
  const name = JSON.stringify([shown, packs]);
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

/** Takes the packs of facts that the user loaded, and returns their days: everything is rendered again with them. */
function useLoadedPacks(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['settings', 'loaded facts'],
    queryFn: async () => {
      const { packs, airportNames } = await api.facts.loaded();
      // Validated by the main process, which alone stores them.
      const loaded = packs as Pack[];
      setPacks(loaded);
      if (airportNames !== null || loaded.length > 0)
        (await import('#shared/places/names.ts')).setAirportNames(airportNames as AirportName[] | null);
      return loaded.map(({ pack, as_of }) => `${pack} ${as_of}`);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NONE;
}

const NONE: readonly string[] = [];

/** Returns the focus to the field of the choice, which is another element after everything is rendered again. */
function RestoreFocus({ id }: { id: string }) {
  useLayoutEffect(() => {
    if (id !== '') document.getElementById(id)?.focus();
  }, [id]);
  return null;
}

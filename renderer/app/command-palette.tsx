import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { COMMANDS } from '#shared/commands.ts';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { plural } from '#shared/formats.ts';
import { toolPath } from '../addresses/catalogue-address.ts';
import { tripPath } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { withCodes } from '../places/typed-codes.ts';
import { savedSearchesQuery, tripsQuery } from '../records/queries.ts';
import { changeForm, readForm } from '../search/form-store.ts';
import { useSavedPreferences } from '../status/save-preferences.ts';
import { type Command, useOfferedCommands } from '../ui/keys/offered-commands.ts';
import { keysOfScreen } from '../ui/keys/shortcuts.ts';
import { scopePath } from '../ui/screen-paths.ts';
import { viewsQuery } from '../views/views-query.ts';
import { runCommand } from './commands/run-command.ts';
import { takeTypedAhead } from './palette-store.ts';
import { EVERY_SCREEN } from './screens.ts';
import { Keys } from './shortcuts-dialog.tsx';

const THEMES: Record<Preferences['theme'], string> = {
  system: 'Theme: as the system',
  light: 'Theme: light',
  dark: 'Theme: dark',
};

/** The palette is open already. */
const LISTED = COMMANDS.filter(({ id }) => id !== 'commands');

/** The commands of the palette other than navigation: first those of the open screen. */
function useCommands(): readonly Command[] {
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

const SHOWN = 6;

const [store, palette] = createSpotlight();

/** The list can take the focus, so that keys scroll it; its types omit the props that it passes to its scroll area. */
const SCROLLED_BY_KEYS: object = { viewportProps: { tabIndex: 0 } };

const matches = (query: string, ...texts: readonly (string | null)[]): boolean => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = texts.join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

const chosen = (list: HTMLElement | null) => list?.querySelector('[data-selected]') ?? null;

type CommandPaletteProps = { openings: number };

/** The results’ element: named by the field, and counted for those who do not see it. */
const LIST = 'palette-results';

/**
 * Commands, screens, saved views, trips, saved searches, airports and Tools that match what a user types. All of it is local.
 */
export function CommandPalette({ openings }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [, navigate] = useLocation();
  const [still] = useDebouncedValue(query.trim(), 80);
  useEffect(() => {
    if (openings > 0) palette.open();
  }, [openings]);
  const { data: searches } = useQuery(savedSearchesQuery);
  const { data: trips } = useQuery(tripsQuery);
  const { data: views } = useQuery(viewsQuery);
  const { data: tools } = useQuery({
    queryKey: ['catalogue', 'palette'],
    queryFn: () => api.catalogue.list({ from: 'cached' }),
  });
  const { data: places, isFetching } = useQuery({
    queryKey: ['places', 'palette', still],
    queryFn: () => api.places.suggestAirports({ text: still, limit: SHOWN }),
    enabled: still.length >= 2,
  });
  const commands = useCommands();
  const found = {
    commands: commands.filter(({ name }) => matches(query, name)),
    screens: EVERY_SCREEN.filter((screen) => matches(query, screen.name)),
    views: (views ?? []).filter((view) => matches(query, view.name)).slice(0, SHOWN),
    trips: (trips ?? []).filter((trip) => matches(query, trip.title)).slice(0, SHOWN),
    searches: (searches ?? []).filter((search) => matches(query, search.title)).slice(0, SHOWN),
    places: query.trim().length >= 2 ? (places ?? []) : [],
    tools:
      query.trim() === ''
        ? []
        : (tools?.items ?? [])
            .filter((tool) => matches(query, tool.title, tool.provider.name))
            .slice(0, SHOWN),
  };
  const isEmpty = Object.values(found).every((list) => list.length === 0);

  const list = useRef<HTMLDivElement>(null);
  /** Enter was pressed before there was any result: it applies to the first that arrives. */
  const isEntered = useRef(false);
  // The library selects the first result on a key press; text typed ahead and later results come without one.
  useEffect(() => {
    const isLast = still === query.trim() && !isFetching;
    const first = list.current?.querySelector<HTMLElement>('[data-action]');
    if (query.trim() !== '' && first && chosen(list.current) === null) {
      first.setAttribute('data-selected', 'true');
      store.updateState((state) => ({ ...state, selected: 0 }));
      if (isEntered.current) first.click();
    }
    if (isLast || first) isEntered.current = false;
  });
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': 'Commands' } }}
      // Closes at once: what is typed next is not for its field.
      transitionProps={{ duration: 100, exitDuration: 0 }}
    >
      <Spotlight.Search
        placeholder="Find a command, screen, trip, search, airport or Tool"
        aria-label="Find a command"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={LIST}
        onFocus={() => {
          const [ahead, enter] = takeTypedAhead().split('\n');
          isEntered.current = enter !== undefined;
          setQuery((query) => query + ahead);
        }}
        onKeyDown={({ key }) => {
          isEntered.current = key === 'Enter' && query.trim() !== '' && chosen(list.current) === null;
        }}
      />
      <Spotlight.ActionsList id={LIST} ref={list} {...SCROLLED_BY_KEYS}>
        {isEmpty && <Spotlight.Empty>Nothing found</Spotlight.Empty>}
        {found.screens.length > 0 && (
          <Spotlight.ActionsGroup label="Screens">
            {found.screens.map(({ name, path, icon: Icon }) => (
              <Spotlight.Action
                key={path}
                label={name}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                rightSection={<Keys keys={keysOfScreen(path) ?? ''} />}
                onClick={() => navigate(path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.commands.length > 0 && (
          <Spotlight.ActionsGroup label="Commands">
            {found.commands.map(({ name, keys = '', run }) => (
              <Spotlight.Action key={name} label={name} rightSection={<Keys keys={keys} />} onClick={run} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.views.length > 0 && (
          <Spotlight.ActionsGroup label="Saved views">
            {found.views.map(({ viewId, name, path }) => (
              <Spotlight.Action key={viewId} label={name} onClick={() => navigate(path)} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.trips.length > 0 && (
          <Spotlight.ActionsGroup label="Trips">
            {found.trips.map(({ tripId, title }) => (
              <Spotlight.Action key={tripId} label={title} onClick={() => navigate(tripPath(tripId))} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.searches.length > 0 && (
          <Spotlight.ActionsGroup label="Saved searches">
            {found.searches.map((search) => (
              <Spotlight.Action
                key={search.searchId}
                label={search.title}
                description={plural(search.records, 'record')}
                onClick={() => navigate(scopePath({ kind: 'search', searchId: search.searchId }))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.places.length > 0 && (
          <Spotlight.ActionsGroup label="Search from">
            {found.places.map((place) => (
              <Spotlight.Action
                key={`${place.label} ${place.codes.join()}`}
                label={place.label}
                description={place.detail}
                onClick={() => {
                  changeForm({ origins: withCodes(readForm().origins, place.codes) });
                  navigate('/');
                }}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.tools.length > 0 && (
          <Spotlight.ActionsGroup label="Tools">
            {found.tools.map((tool) => (
              <Spotlight.Action
                key={tool.toolRef}
                label={tool.title}
                description={tool.provider.name ?? ''}
                onClick={() => navigate(toolPath(tool.toolRef))}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

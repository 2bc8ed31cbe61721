import { queryOptions, replaceEqualDeep, useMutationState, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesSchema,
} from '#shared/contract/program/preferences.ts';
import { THEMES } from '#shared/opening.ts';
import { api } from '../api/api.ts';

/** The user's display preferences; local. */
export const preferencesQuery = queryOptions({
  queryKey: ['settings', 'preferences'],
  queryFn: () => api.preferences.read(),
  // Any change of them is reported by an event.
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the host wrote into the page: it is rendered in the reader's colours and formats before anything is read. */
function openingPreferences(): Preferences {
  const { theme, formats } = document.documentElement.dataset;
  const read = preferencesSchema.shape.formats.safeParse(parsed(formats));
  return {
    ...DEFAULT_PREFERENCES,
    theme: THEMES.find((each) => each === theme) ?? DEFAULT_PREFERENCES.theme,
    formats: read.success ? read.data : DEFAULT_PREFERENCES.formats,
  };
}

function parsed(json = 'null'): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The user's, as far as known before they are read. */
export const OPENING_PREFERENCES = openingPreferences();

/** The change, computed from the preferences when its turn comes. */
export type PreferencesChange = (now: Preferences) => Partial<Preferences>;

/** Changes that are being saved, in their order. */
export const SAVING = ['save preferences'] as const;

export const changed = (preferences: Preferences, change: PreferencesChange): Preferences => ({
  ...preferences,
  ...change(preferences),
});

/** The preferences once read, and before that those of the page's opening, including changes being saved. */
export function usePreferences(): Preferences {
  const saved = useQuery(preferencesQuery).data ?? OPENING_PREFERENCES;
  const changes = useMutationState({
    filters: { mutationKey: SAVING, status: 'pending' },
    select: ({ state }) => (state.variables as { change: PreferencesChange }).change,
  });
  // A saved change keeps the same value, so nothing is rendered again.
  const last = useRef(saved);
  last.current = replaceEqualDeep(last.current, changes.reduce(changed, saved));
  return last.current;
}

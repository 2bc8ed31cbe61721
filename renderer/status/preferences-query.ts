import { queryOptions, replaceEqualDeep, useMutationState, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { DEFAULT_PREFERENCES, type Preferences } from '#shared/contract/program/preferences.ts';
import { api } from '../api/api.ts';

/** The user's display preferences; local. */
export const preferencesQuery = queryOptions({
  queryKey: ['settings', 'preferences'],
  queryFn: () => api.preferences.read(),
  // Any change of them is reported by an event.
  staleTime: Number.POSITIVE_INFINITY,
});

/** The change, computed from the preferences when its turn comes. */
export type PreferencesChange = (now: Preferences) => Partial<Preferences>;

/** Changes that are being saved, in their order. */
export const SAVING = ['save preferences'] as const;

export const changed = (preferences: Preferences, change: PreferencesChange): Preferences => ({
  ...preferences,
  ...change(preferences),
});

/** The preferences once read, and before that the system's, including changes being saved. */
export function usePreferences(): Preferences {
  const saved = useQuery(preferencesQuery).data ?? DEFAULT_PREFERENCES;
  const changes = useMutationState({
    filters: { mutationKey: SAVING, status: 'pending' },
    select: ({ state }) => (state.variables as { change: PreferencesChange }).change,
  });
  // A saved change keeps the same value, so nothing is rendered again.
  const last = useRef(saved);
  last.current = replaceEqualDeep(last.current, changes.reduce(changed, saved));
  return last.current;
}

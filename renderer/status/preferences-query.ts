import { queryOptions, replaceEqualDeep, useMutationState, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { DEFAULT_PREFERENCES, type Preferences } from '#shared/contract/program/preferences.ts';
import { api } from '../api/api.ts';

/** How Milepost looks and writes for its user; local. */
export const preferencesQuery = queryOptions({
  queryKey: ['settings', 'preferences'],
  queryFn: () => api.preferences.read(),
  // Whoever changes them says so.
  staleTime: Number.POSITIVE_INFINITY,
});

/** What is changed, from what the preferences are when its turn comes. */
export type PreferencesChange = (now: Preferences) => Partial<Preferences>;

/** Changes that are being saved, in their order. */
export const SAVING = ['save preferences'] as const;

export const changed = (preferences: Preferences, change: PreferencesChange): Preferences => ({
  ...preferences,
  ...change(preferences),
});

/** The preferences as far as they are read, what follows the system until then, with what is being saved. */
export function usePreferences(): Preferences {
  const saved = useQuery(preferencesQuery).data ?? DEFAULT_PREFERENCES;
  const changes = useMutationState({
    filters: { mutationKey: SAVING, status: 'pending' },
    select: ({ state }) => (state.variables as { change: PreferencesChange }).change,
  });
  // What is being saved becomes what is saved, and stays the same value.
  const last = useRef(saved);
  last.current = replaceEqualDeep(last.current, changes.reduce(changed, saved));
  return last.current;
}

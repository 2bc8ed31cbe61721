import { queryOptions, useQuery } from '@tanstack/react-query';
import { DEFAULT_PREFERENCES, type Preferences } from '#shared/contract/program/preferences.ts';
import { api } from '../api/api.ts';

/** How Milepost looks and writes for its user; local. */
export const preferencesQuery = queryOptions({
  queryKey: ['settings', 'preferences'],
  queryFn: () => api.preferences.read(),
});

/** The preferences as far as they are read: what follows the system until then. */
export const usePreferences = (): Preferences => useQuery(preferencesQuery).data ?? DEFAULT_PREFERENCES;

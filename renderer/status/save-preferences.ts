import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../api/api.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import {
  changed,
  type PreferencesChange,
  preferencesQuery,
  SAVING,
  usePreferences,
} from './preferences-query.ts';

/** The preferences, and a way to change some of them that shows at once. `said` tells what was done. */
export function useSavedPreferences() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: SAVING,
    // One after the other: two changes in one moment must not undo each other.
    scope: { id: 'preferences' },
    mutationFn: async ({ change }: { change: PreferencesChange; said: string }) =>
      api.preferences.save(changed(await api.preferences.read(), change)),
    onSuccess: (after, { said }) => {
      queries.setQueryData(preferencesQuery.queryKey, after);
      announce(said);
    },
    onError: (error) => announce(failureOf(error).message),
  });
  const save = useCallback((change: PreferencesChange, said: string) => mutate({ change, said }), [mutate]);
  return { preferences: usePreferences(), save };
}

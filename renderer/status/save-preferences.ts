import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import {
  changed,
  type PreferencesChange,
  preferencesQuery,
  SAVING,
  usePreferences,
} from './preferences-query.ts';

/** The preferences, and a function that changes some of them with immediate effect. `said` announces it. */
export function useSavedPreferences() {
  const { mutate } = useMutation({
    mutationKey: SAVING,
    // One after the other: two simultaneous changes must not undo each other.
    scope: { id: 'preferences' },
    mutationFn: async ({ change }: { change: PreferencesChange; said: string }) =>
      api.preferences.save(changed(await api.preferences.read(), change)),
    onSuccess: (after, { said }) => {
      queryClient.setQueryData(preferencesQuery.queryKey, after);
      announce(said);
    },
    onError: (error) => announce(failureOf(error).message),
  });
  const save = useCallback((change: PreferencesChange, said: string) => mutate({ change, said }), [mutate]);
  return { preferences: usePreferences(), save };
}

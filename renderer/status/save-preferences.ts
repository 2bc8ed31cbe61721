import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { DEFAULT_PREFERENCES, type Preferences } from '#shared/contract/program/preferences.ts';
import { api } from '../api/api.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { preferencesQuery, usePreferences } from './preferences-query.ts';

/** The preferences, and a way to change some of them that shows at once. `said` tells what was done. */
export function useSavedPreferences() {
  const queries = useQueryClient();
  const preferences = usePreferences();
  const { mutate } = useMutation({
    mutationFn: ({ change }: { change: Partial<Preferences>; said: string }) => {
      // As they are now: two changes in one moment must not undo each other.
      const now = queries.getQueryData(preferencesQuery.queryKey) ?? DEFAULT_PREFERENCES;
      const next = { ...now, ...change };
      queries.setQueryData(preferencesQuery.queryKey, next);
      return api.preferences.save(next);
    },
    onSuccess: (after, { said }) => {
      queries.setQueryData(preferencesQuery.queryKey, after);
      announce(said);
    },
    onError: (error) => {
      announce(failureOf(error).message);
      void queries.invalidateQueries({ queryKey: preferencesQuery.queryKey });
    },
  });
  const save = useCallback(
    (change: Partial<Preferences>, said: string) => mutate({ change, said }),
    [mutate],
  );
  return { preferences, save };
}

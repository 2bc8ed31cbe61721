import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Preferences } from '#shared/contract/program/preferences.ts';
import { api } from '../../api/api.ts';
import { preferencesQuery, usePreferences } from '../../status/preferences-query.ts';
import { failureOf } from '../../ui/failure-notice.tsx';
import { announce } from '../../ui/status-messages.ts';

/** The preferences, and a way to change some of them that shows at once. `said` tells what was done. */
export function useSavedPreferences() {
  const queries = useQueryClient();
  const preferences = usePreferences();
  const save = useMutation({
    mutationFn: ({ change }: { change: Partial<Preferences>; said: string }) =>
      api.preferences.save({ ...preferences, ...change }),
    onSuccess: (after, { said }) => {
      queries.setQueryData(preferencesQuery.queryKey, after);
      announce(said);
    },
    onError: (error) => announce(failureOf(error).message),
  });
  return { preferences, save: (change: Partial<Preferences>, said: string) => save.mutate({ change, said }) };
}

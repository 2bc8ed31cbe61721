import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { setupQuery } from '../status/queries.ts';
import { announce } from '../ui/status-messages.ts';

/** Checks whether the service can be reached again; buys and quotes nothing. */
export function TryNetwork() {
  const ask = useMutation({
    mutationFn: () => api.status.setup({ refresh: true }),
    onSuccess: (answer) => queryClient.setQueryData(setupQuery.queryKey, answer),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['status'] }),
    onError: () => announce('Still offline.'),
  });
  return (
    <Anchor component="button" type="button" size="sm" disabled={ask.isPending} onClick={() => ask.mutate()}>
      {ask.isPending ? 'Trying the network…' : 'Try the network again'}
    </Anchor>
  );
}

import { queryOptions } from '@tanstack/react-query';
import type { Status } from '#shared/contract/status.ts';
import { api } from '../api/api.ts';

const queryKey = ['status', 'read'];

/**
 * Everything the frame shows; local, at once. Where it could not be read again, nothing is known of the network: no
 * button says "Offline" while Milepost itself does not answer.
 */
export const statusQuery = queryOptions({
  queryKey,
  queryFn: ({ client }): Promise<Status> =>
    api.status.read().catch((error: unknown) => {
      client.setQueryData<Status>(
        queryKey,
        (last) => last && { ...last, network: { ...last.network, state: 'unknown' } },
      );
      throw error;
    }),
});

import { queryOptions } from '@tanstack/react-query';
import type { Status } from '#shared/contract/status.ts';
import { api } from '../api/api.ts';

/** The program's version, credits, and the version before an update. */
export const aboutQuery = queryOptions({ queryKey: ['about'], queryFn: () => api.about.read() });

/** The setup checklist from what is known; asks the service nothing. */
export const setupQuery = queryOptions({
  queryKey: ['status', 'setup'],
  queryFn: () => api.status.setup({ refresh: false }),
});

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

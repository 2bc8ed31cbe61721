import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Under `results`: new pages may change the standing of records on a board. */
export const tripsQuery = queryOptions({
  queryKey: ['results', 'trips'],
  queryFn: () => api.trips.list(),
});

export const tripQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['results', 'trips', tripId],
    queryFn: () => api.trips.show({ tripId }),
  });

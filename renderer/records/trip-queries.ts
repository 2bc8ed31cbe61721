import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Under `results`: new pages may tell how the records on a board stand. */
export const tripsQuery = queryOptions({
  queryKey: ['results', 'trips'],
  queryFn: () => api.trips.list(),
});

export const tripQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['results', 'trips', tripId],
    queryFn: () => api.trips.show({ tripId }),
  });

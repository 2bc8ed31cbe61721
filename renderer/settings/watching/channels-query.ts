import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** Where Milepost tells of award space, beside the system's notifications; local. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: () => api.channels.read(),
});

import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

export const accessQuery = queryOptions({
  queryKey: ['assistants', 'access'],
  queryFn: () => api.assistants.access(),
});

export const connectionsQuery = queryOptions({
  queryKey: ['assistants', 'connections'],
  queryFn: () => api.assistants.connections(),
});

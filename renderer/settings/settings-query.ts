import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'read'],
  queryFn: () => api.settings.read(),
});

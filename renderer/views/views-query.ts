import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const viewsQuery = queryOptions({ queryKey: ['settings', 'views'], queryFn: () => api.views.list() });

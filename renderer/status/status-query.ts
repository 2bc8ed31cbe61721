import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Everything the frame shows; local, at once. */
export const statusQuery = queryOptions({ queryKey: ['status', 'read'], queryFn: () => api.status.read() });

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** The program's version, credits, and the version before an update. */
export const aboutQuery = queryOptions({ queryKey: ['about'], queryFn: () => api.about.read() });

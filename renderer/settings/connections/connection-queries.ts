import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

export const mcpQuery = queryOptions({ queryKey: ['marketplace', 'mcp'], queryFn: () => api.mcp.read() });

export const oauthQuery = queryOptions({
  queryKey: ['marketplace', 'oauth'],
  queryFn: () => api.oauth.read(),
});

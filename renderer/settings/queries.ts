import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'read'],
  queryFn: () => api.settings.read(),
});

export const accessQuery = queryOptions({
  queryKey: ['assistants', 'access'],
  queryFn: () => api.assistants.access(),
});

export const connectionsQuery = queryOptions({
  queryKey: ['assistants', 'connections'],
  queryFn: () => api.assistants.connections(),
});

export const mcpQuery = queryOptions({ queryKey: ['marketplace', 'mcp'], queryFn: () => api.mcp.read() });

export const oauthQuery = queryOptions({
  queryKey: ['marketplace', 'oauth'],
  queryFn: () => api.oauth.read(),
});

/** Where Milepost tells of award space, beside the system's notifications; local. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: () => api.channels.read(),
});

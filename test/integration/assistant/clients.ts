import { join } from 'node:path';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { root } from '../hosts/command.ts';
import { MCP } from './filled-folder.ts';

type Called = { isError?: boolean; structuredContent?: unknown; content: { type: string; text?: string }[] };

/** A client of an assistant, of either generation of the protocol. */
export type AssistantClient = {
  tools(): Promise<{ name: string; annotations?: { readOnlyHint?: boolean | undefined } | undefined }[]>;
  call(name: string, input?: Record<string, unknown>): Promise<Called>;
  /** The generation that was used; undefined where the client knows only one. */
  era(): string | undefined;
  close(): Promise<void>;
};

const commandFor = (dataDir: string) => ({
  command: process.execPath,
  args: [join(root, MCP), '--data-dir', dataDir],
  stderr: 'pipe' as const,
});

/** The client of the older library, which does not know the newer protocol. */
async function olderLibrary(dataDir: string): Promise<AssistantClient> {
  const client = new OldClient({ name: 'older', version: '1.0.0' });
  await client.connect(new OldTransport(commandFor(dataDir)));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as Called,
    era: () => undefined,
    close: () => client.close(),
  };
}

async function newerLibrary(
  dataDir: string,
  name: string,
  mode: 'legacy' | { pin: string } | 'auto',
): Promise<AssistantClient> {
  const client = new NewClient({ name, version: '2.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new NewTransport(commandFor(dataDir)));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (tool, input = {}) => (await client.callTool({ name: tool, arguments: input })) as Called,
    era: () => client.getProtocolEra(),
    close: () => client.close(),
  };
}

export const CLIENTS = {
  'the older library': olderLibrary,
  'the newer library in the older generation': (dataDir: string) =>
    newerLibrary(dataDir, 'newer, older generation', 'legacy'),
  'the newer library in the newer generation': (dataDir: string) =>
    newerLibrary(dataDir, 'newer', { pin: '2026-07-28' }),
  'the newer library that asks first': (dataDir: string) => newerLibrary(dataDir, 'asking', 'auto'),
} as const;

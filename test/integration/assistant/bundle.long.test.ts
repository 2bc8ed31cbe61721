import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackExtension } from '@anthropic-ai/mcpb';
import manifestSchema from '@anthropic-ai/mcpb/mcpb-manifest-v0.3.schema.json' with { type: 'json' };
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv } from 'ajv';
import { beforeAll, expect, it } from 'vitest';
import { writeConnectionFile } from '../../../electron/assistant/connection-file.ts';
import { root } from '../hosts/command.ts';
import { endProgram, filledFolder, MCP, startProgram, turnOn } from './filled-folder.ts';

let folder = '';
beforeAll(async () => {
  const made = mkdtempSync(join(tmpdir(), 'milepost-bundle-'));
  const file = join(made, 'milepost.mcpb');
  execFileSync(process.execPath, [join(root, 'electron/commands/mcp/bundle.ts'), file], { stdio: 'pipe' });
  folder = join(made, 'unpacked');
  expect(await unpackExtension({ mcpbPath: file, outputDir: folder, silent: true })).toBe(true);
}, 120_000);

const manifest = () => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

it('describes itself in the required format', () => {
  const validate = new Ajv({ strict: false }).compile(manifestSchema);
  expect(validate(manifest()), JSON.stringify(validate.errors)).toBe(true);
  expect(existsSync(join(folder, manifest().server.entry_point))).toBe(true);
});

it('contains one small file, and nothing that depends on the machine', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual(['index.mjs', 'manifest.json']);
  const text = readFileSync(join(folder, 'server/index.mjs'), 'utf8');
  expect(text.length).toBeLessThan(30_000);
  const imported = [...text.matchAll(/from ?["']([^"']+)["']/gu)].map(([, name]) => name);
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
});

/** Starts the server as an installer does, with its placeholders filled in. */
async function installed(dataDir: string): Promise<Client> {
  const { command, args } = manifest().server.mcp_config as { command: string; args: string[] };
  expect(command).toBe('node');
  const client = new Client({ name: 'installer', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.map((arg) =>
        // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders of the installer
        arg.replace('${__dirname}', folder).replace('${user_config.data_folder}', dataDir),
      ),
      stderr: 'pipe',
    }),
  );
  return client;
}

it('is served by the installed program, whether Milepost runs or not', async () => {
  const dataDir = filledFolder();
  await turnOn(dataDir);
  const program = await startProgram(dataDir);
  const client = await installed(dataDir);
  const { tools } = await client.listTools();
  const named = (manifest().tools as { name: string }[]).map(({ name }) => name);
  expect(tools.map(({ name }) => name).sort()).toEqual(named.sort());
  const searches = async () =>
    (await client.callTool({ name: 'list_searches', arguments: {} })).structuredContent;
  expect(await searches()).toMatchObject({ searches: [{}] });
  await endProgram(program);
  expect(await searches()).toMatchObject({ searches: [{}] });
  await client.close();
});

it('states what to do where access is off, or nothing is installed', async () => {
  const dataDir = filledFolder();
  await expect(installed(dataDir)).rejects.toThrow('Settings, Assistants');
  writeConnectionFile(dataDir, { command: '/nonexistent/milepost', args: [MCP] });
  await expect(installed(dataDir)).rejects.toThrow('Start it once');
});

/**
 * `node electron/commands/building/built.ts host|key|limits|channel|watch|mcp|start […]`: builds the program if needed, with output to
 * standard error only, and runs the command in this process, with npm's standard input and output.
 */

import { join, resolve } from 'node:path';
import { ownEntry } from '#shared/own-entry.ts';
import { buildProgram } from './build.ts';

const root = resolve(import.meta.dirname, '../../..');

const COMMANDS: Readonly<Record<string, string>> = {
  channel: 'out/main/channel.js',
  host: 'out/main/host.js',
  key: 'out/main/key.js',
  limits: 'out/main/limits.js',
  mcp: 'out/main/mcp.js',
  watch: 'out/main/watch.js',
  start: 'electron/commands/start.ts',
};

const [name] = process.argv.splice(2, 1);
const command = ownEntry(COMMANDS, name ?? '');
if (command === undefined) throw new Error(`Name one of: ${Object.keys(COMMANDS).join(', ')}.`);

const status = buildProgram();
if (status === 0) await import(join(root, command));
else process.exitCode = status;

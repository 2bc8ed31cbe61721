import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { request, storeAwards } from '../../../electron/awards/testing/stored-awards.ts';
import { createBooks } from '../../../electron/demo-marketplace/purchases/books.ts';
import { type Command, call, run } from '../hosts/command.ts';

/** The assistant server, as shipped. */
export const MCP = 'out/main/mcp.js';
const HOST = 'out/main/host.js';

/** A data folder with records of the embedded marketplace: two of them, one with a private note. */
export function filledFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-assistant-'));
  const { identity, close } = createBooks(join(dataDir, 'demo-marketplace.sqlite'));
  close();
  const { buy, storage } = storeAwards(join(dataDir, 'milepost.sqlite'));
  buy(answer([rawRecord('a'), rawRecord('b', { JMileageCost: '80000' })]), {
    input: request({ start_date: '2027-03-01', end_date: '2027-03-31' }),
    identity,
    at: Date.now() - 3_600_000,
  });
  storage.db
    .prepare('INSERT INTO record_marks VALUES (?, ?, ?, 1, ?, ?, 1)')
    .run(identity, 'business', 'b', '[]', 'a surprise');
  storage.db.prepare("INSERT INTO private_notes VALUES ('record', ?, 'business', 'b', 1, 1)").run(identity);
  storage.close();
  return dataDir;
}

/** Lets assistants read, as in a terminal. */
export async function turnOn(dataDir: string): Promise<void> {
  const { code, stderr } = await run(MCP, ['--turn-on', '--yes', '--data-dir', dataDir]).finished;
  if (code !== 0) throw new Error(stderr);
}

export type Program = Command & { url: string };

/** The whole program in a process of its own, open: its address is printed before that. */
export async function startProgram(dataDir: string): Promise<Program> {
  const command = run(HOST, ['--json', '--no-open', '--data-dir', dataDir]);
  const { url } = JSON.parse(await command.firstLine) as { url: string };
  await call(url, 'status', 'read');
  return { ...command, url };
}

export async function endProgram({ child, finished }: Command): Promise<void> {
  child.kill('SIGTERM');
  await finished;
}

/**
 * Another program that locks a data file. It watches for the file `wanted` and answers with `held` or `refused`: by
 * files, because its client is blocked in the middle of a write and can receive nothing else.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';

type Options = { signals: string };
const { signals } = JSON.parse(process.argv[2] ?? '') as Options;
const signalFile = (name: string) => `${signals}.${name}`;

process.stdin.once('close', () => process.exit(0));
process.stdin.resume();
process.stdout.write('{}\n');
for (;;) {
  await wait(2);
  if (!existsSync(signalFile('wanted'))) continue;
  const db = new Database(readFileSync(signalFile('wanted'), 'utf8'), { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE');
    writeFileSync(signalFile('held'), '');
  } catch {
    writeFileSync(signalFile('refused'), '');
  }
  while (existsSync(signalFile('wanted'))) await wait(2);
  db.close();
  rmSync(signalFile('held'), { force: true });
  rmSync(signalFile('refused'), { force: true });
}

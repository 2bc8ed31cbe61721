import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeDataFile } from '../../electron/storage/testing/empty-data-file.ts';
import { startHttpReceiver, startMailServer } from '../support/receivers.ts';
import { spread } from './answers.ts';
import type { Counts, Finding } from './counts.ts';

type Ran = { killed: boolean; points: number; seen: number };

function run(program: string, options: object): Promise<Ran> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve({ killed: true, points: 0, seen: 0 });
      else if (code === 0)
        resolve({ killed: false, ...(JSON.parse(text) as { points: number; seen: number }) });
      else reject(new Error(`a teller ended with ${code ?? signal}`));
    });
  });
}

/**
 * Kills a program at every moment between an event and the messages about it, and starts it again: each event that was
 * recorded arrives at most once on each channel, and where it did not arrive, the data file says so.
 */
export async function killTeller(
  program: string,
  folder: string,
  atMost: number,
  counts: Counts,
  report: Finding,
): Promise<void> {
  const [receiver, mail] = await Promise.all([
    startHttpReceiver(),
    startMailServer({ user: '', password: '' }),
  ]);
  try {
    const once = async (at: number | null) => {
      const dataDir = mkdtempSync(join(folder, 'teller-'));
      makeDataFile(join(dataDir, 'milepost.sqlite'));
      const options = { dataDir, url: `${receiver.url}/hook`, mailPort: mail.port };
      receiver.received.length = 0;
      mail.mails.length = 0;
      const first = await run(program, { ...options, at, records: true });
      if (first.killed) await run(program, { ...options, at: null, records: false });
      const db = new Database(join(dataDir, 'milepost.sqlite'), { readonly: true });
      const isRecorded = db.prepare(`SELECT 1 FROM settings WHERE name = 'the.event'`).get() !== undefined;
      const states = new Map(
        db
          .prepare<[], { channel: string; state: string }>('SELECT channel, state FROM notice_outbox')
          .all()
          .map(({ channel, state }) => [channel, state]),
      );
      db.close();
      const received = { webhook: receiver.received.length, email: mail.mails.length };
      for (const channel of ['webhook', 'email'] as const) {
        const state = states.get(channel);
        if (received[channel] > 1) report(`killed at ${at}: ${channel} was told ${received[channel]} times`);
        if (isRecorded !== (state !== undefined))
          report(`killed at ${at}: the event and ${channel} disagree`);
        if (isRecorded && received[channel] === 0 && state !== 'unclear')
          report(`killed at ${at}: ${channel} was never told, and it is ${state}`);
      }
      return first;
    };
    const whole = await once(null);
    if (whole.points === 0) report('telling has no points');
    for (const at of spread(whole.points, atMost)) {
      await once(at);
      counts['teller kill points'] += 1;
    }
  } finally {
    await Promise.all([receiver.close(), mail.close()]);
  }
}

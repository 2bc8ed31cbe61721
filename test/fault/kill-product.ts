import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ControlClient } from '../support/marketplace/control-client.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../support/marketplace/controlled-marketplace.ts';
import { ANSWERS, DROPPED, spread } from './answers.ts';
import { recoverAndAudit } from './audit.ts';
import type { Counts, Finding } from './counts.ts';
import { dataTemplate } from './template.ts';

type Lane = { demo: ControlledMarketplace; control: ControlClient; copy: (name: string) => string };

async function openLane(folder: string): Promise<Lane> {
  const demo = await startControlledMarketplace();
  const copy = await dataTemplate(folder, demo.baseUrl, demo.issueKey({ account: 'account:template' }));
  return { demo, control: demo.control, copy };
}

type Ran = { killed: boolean; points: number };

function run(program: string, options: object): Promise<Ran> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGTERM'), 60_000);
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve({ killed: true, points: 0 });
      else if (code === 0)
        resolve({ killed: false, points: (JSON.parse(text) as { points: number }).points });
      else reject(new Error(`a product ended with ${code ?? signal}`));
    });
  });
}

/**
 * Kills the product at every point between the approval and the records being visible (or at `atMost` of them for each
 * kind of answer, spread evenly), restarts it each time and audits the result.
 */
export async function killProduct(
  program: string,
  folder: string,
  atMost: number,
  counts: Counts,
  report: Finding,
): Promise<void> {
  const names = Object.keys(ANSWERS);
  const plays = [
    // Two searches with one approval, whose Calls are answered at once: only the approval is new, so fewer points
    // suffice.
    { name: names[0], searches: true, most: Math.ceil(atMost / 4) },
    ...names.map((name) => ({ name, searches: false, most: atMost })),
  ];
  let next = 0;
  let serial = 0;

  async function once(lane: Lane, name: string, at: number | null, searches = false): Promise<Ran> {
    const account = `account:kill-${++serial}`;
    const dataDir = lane.copy(`kill-${serial}`);
    await lane.control.reset();
    await ANSWERS[name]?.(lane.control);
    const options = { dataDir, marketplace: lane.demo.baseUrl, key: lane.demo.issueKey({ account }) };
    const ran = await run(program, { ...options, at, awaits: true, searches });
    if (ran.killed) counts['kill points'] += 1;
    if (name === DROPPED) counts['faults injected'] += 1;
    const books = async () =>
      (await lane.control.books()).calls.filter(({ accountRef }) => accountRef === account);
    await recoverAndAudit(options, books, counts, (words) => report(`${name}, killed at ${at}: ${words}`));
    rmSync(dataDir, { recursive: true, force: true });
    return ran;
  }

  async function play(lane: Lane): Promise<void> {
    for (;;) {
      const { name, searches, most } = plays[next++] ?? {};
      if (name === undefined) return;
      const { points } = await once(lane, name, null, searches);
      for (const at of spread(points, most ?? atMost)) await once(lane, name, at, searches);
    }
  }

  const lanes = await Promise.all([1, 2].map((lane) => openLane(join(folder, `lane-${lane}`))));
  try {
    await Promise.all(lanes.map(play));
  } finally {
    await Promise.all(lanes.map(({ demo }) => demo.close()));
  }
}

/**
 * Buys again and again while the data file fails at a chosen moment: full, locked by another program or read-only. Half
 * of the times it recovers on its own when the failure is over, half of the times it is closed during it and restarted.
 * Takes one JSON argument and writes its counts as one JSON line.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { isUnresolved } from '#shared/purchase/state.ts';
import { startControlledMarketplace } from '../support/marketplace/controlled-marketplace.ts';
import { openProduct, quoted, shownOf, until } from '../support/product.ts';
import { ANSWERS, DROPPED, spread } from './answers.ts';
import { allowFailure, audit, settleAll, startTime } from './audit.ts';
import { noCounts } from './counts.ts';
import { type LineProcess, startLineProcess } from './line-process.ts';
import { watchPoints } from './points.ts';
import { dataFile, dataTemplate } from './template.ts';

export type Failure = 'full' | 'locked' | 'read-only';
type Options = { folder: string; failure: Failure; atMost: number | null; lockHolder: string };

const { folder, failure, atMost, lockHolder } = JSON.parse(process.argv[2] ?? '') as Options;

// The product waits two seconds before it retries a failing file; only the waiting is shortened.
const { setTimeout: real } = globalThis;
globalThis.setTimeout = ((run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
  real(run, ms >= 500 && ms <= 5_000 ? ms / 50 : ms, ...given)) as typeof setTimeout;

const counts = noCounts();
const findings: string[] = [];
const holder: LineProcess | null =
  failure === 'locked' ? startLineProcess(lockHolder, { signals: join(folder, 'lock') }) : null;
await holder?.receive();
const signalFile = (name: string) => `${join(folder, 'lock')}.${name}`;

const blocker = new Int32Array(new SharedArrayBuffer(4));
/** Blocks this process until another one has answered. */
function blockUntil(holds: () => boolean): void {
  while (!holds()) Atomics.wait(blocker, 0, 0, 1);
}

/** Begins the failure. Returns a function that ends it, or null if it could not begin. */
function begin(database: Database.Database): (() => void) | null {
  if (failure === 'full') {
    database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true }))}`);
    return () => void (database.open && database.pragma('max_page_count = 1000000'));
  }
  if (failure === 'read-only') {
    database.pragma('query_only = ON');
    return () => void (database.open && database.pragma('query_only = OFF'));
  }
  database.pragma('busy_timeout = 5');
  writeFileSync(`${signalFile('wanted')}.new`, database.name);
  // Renamed, so that it is never read half written.
  renameSync(`${signalFile('wanted')}.new`, signalFile('wanted'));
  blockUntil(() => existsSync(signalFile('held')) || existsSync(signalFile('refused')));
  const held = existsSync(signalFile('held'));
  const end = () => {
    rmSync(signalFile('wanted'), { force: true });
    blockUntil(() => !existsSync(signalFile('held')) && !existsSync(signalFile('refused')));
    if (database.open) database.pragma('busy_timeout = 5000');
  };
  if (held) return end;
  end();
  return null;
}

let file = '';
let end: (() => void) | null = null;
let failures = 0;
let failuresToCome = Number.POSITIVE_INFINITY;
let onFailure = () => {};
const points = watchPoints({
  awaits: false,
  counts: (_label, database) => database?.name === file,
  act: (_label, database) => {
    if (database !== null) end = begin(database);
    if (end === null) return;
    counts['storage faults'] += 1;
    counts['faults injected'] += 1;
  },
  failed: (database) => {
    if (database.name !== file || end === null) return;
    failures += 1;
    if (failures === failuresToCome) queueMicrotask(endFailure);
    onFailure();
  },
});
function endFailure(): void {
  end?.();
  end = null;
}

const demo = await startControlledMarketplace();
const control = demo.control;
const marketplace = demo.baseUrl;
const copy = await dataTemplate(
  join(folder, failure),
  marketplace,
  demo.issueKey({ account: 'account:template' }),
);
let serial = 0;

async function once(name: string, at: number | null): Promise<number> {
  const account = `account:disk-${++serial}`;
  const restart = serial % 2 === 0;
  await control.reset();
  await ANSWERS[name]?.(control);
  const dataDir = copy(`disk-${serial}`);
  const time = startTime();
  const options = { dataDir, marketplace, key: demo.issueKey({ account }), clock: time.clock };
  let product = await openProduct(options);
  try {
    await product.startedUp;
    const purchase = await quoted(product);
    const approval = { purchaseId: purchase.purchaseId, shown: shownOf(purchase) };
    file = dataFile(dataDir);
    failures = 0;
    failuresToCome = restart ? Number.POSITIVE_INFINITY : 3;
    const failedOnce = new Promise<void>((resolve) => {
      onFailure = resolve;
    });
    points.arm(at);
    if (name === DROPPED) counts['faults injected'] += 1;
    await allowFailure(() => product.handlers.purchases.approve(approval));
    let isResumed = false;
    const done = until(product, async () => {
      const { state } = await product.handlers.purchases.show(approval);
      // Nothing identifies the Call, so only the user can proceed; what fails again is settled at the end.
      if (state !== 'unknown' || name !== DROPPED) return !isUnresolved(state);
      if (isResumed) return true;
      isResumed = true;
      await allowFailure(() => product.handlers.purchases.resume(approval));
      return !isUnresolved((await product.handlers.purchases.show(approval)).state);
    });
    await (restart ? Promise.race([failedOnce, done]) : done);
    if (restart && at !== null) {
      await product.close();
      endFailure();
      product = await openProduct(options);
    }
    endFailure();
    const passed = points.disarm();
    await settleAll(product, time);
    const books = async () =>
      (await control.books()).calls.filter(({ accountRef }) => accountRef === account);
    await audit(product, books, counts, (words) =>
      findings.push(`${name}, ${failure} at ${at}${restart ? ', restarted' : ''}: ${words}`),
    );
    return passed;
  } finally {
    endFailure();
    file = '';
    await product.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

try {
  for (const name of Object.keys(ANSWERS)) {
    const passed = await once(name, null);
    for (const at of spread(passed, atMost ?? Number.POSITIVE_INFINITY)) await once(name, at);
  }
} catch (error) {
  findings.push(`${failure} broke off: ${error instanceof Error ? error.stack : String(error)}`);
}
holder?.child.kill('SIGKILL');
await demo.close();
process.stdout.write(`${JSON.stringify({ counts, findings })}\n`);
process.exit(0);

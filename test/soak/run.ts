/**
 * `node test/soak/run.ts [--minutes N]`: all hostile sources at once against one built program (`npm run build` first): a
 * marketplace, a page that holds the secret, programs that do not, an assistant that does not read, and backups, while a
 * traveller buys. Prints what the page waited for an ordinary read, what the program held, how it ended, and both sides' books;
 * fails if a promise was broken.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';

const ROOT = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
let until = 0;
const isOver = () => Date.now() > until;
const QUIET_MS = 20_000;
/** Megabytes that the program may ever hold: what it reads at once, and not what it has read. */
const MOST_MEMORY = 800;
/** What a new folder allows a day, in millionths of a dollar. */
const DAILY_LIMIT = 1_000_000;

const dataDir = mkdtempSync(join(tmpdir(), 'milepost-soak-'));
const booksFile = join(dataDir, 'service.sqlite');
const service = fork(join(import.meta.dirname, 'service.ts'), [booksFile]);
type Ready = { port: number; key: string; toolRef: string };
const [{ port, key, toolRef }] = (await once(service, 'message')) as [Ready];
const mcp = ['out/main/mcp.js', '--data-dir', dataDir];

await once(spawn(process.execPath, [...mcp, '--turn-on', '--yes'], { cwd: ROOT, stdio: 'ignore' }), 'exit');

const program = spawn(
  process.execPath,
  [
    ...['out/main/host.js', '--json', '--no-open', '--data-dir', dataDir],
    ...['--marketplace', `http://127.0.0.1:${port}`, '--key-stdin'],
  ],
  { cwd: ROOT, stdio: ['pipe', 'pipe', 'ignore'] },
);
program.stdin.end(`${key}\n`);
const [line] = (await once(program.stdout, 'data')) as [Buffer];
const { url } = JSON.parse(String(line)) as { url: string };
const { origin, hash, port: pagePort } = new URL(url);
const pid = program.pid ?? 0;
let hasEnded = false;
program.once('exit', () => {
  hasEnded = true;
});

async function ask(path: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', 'x-milepost-secret': hash.slice(1) };
  const response = await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}
const call = (path: string, input: unknown) => ask(path, JSON.stringify({ input }));

/** What a request comes to, however long it takes; null where it fails. */
async function outcomeOf<Value>(path: string, input: unknown): Promise<Value | null> {
  let { status, text } = await call(path, input);
  while (status === 202) ({ status, text } = await ask(`-/later/${JSON.parse(text).later}`, '{}'));
  const result = JSON.parse(text) as { ok: true; value: Value } | { ok: false };
  return result.ok ? result.value : null;
}

let waits: number[] = [];
/** Without the time in which a main thread, the program's or this one's, could have run and was given no processor. */
let ownWaits: number[] = [];
/** What Linux counts of that, in milliseconds. */
const starved = (): number[] =>
  [pid, process.pid].map(
    (of) => Number(readFileSync(`/proc/${of}/task/${of}/schedstat`, 'utf8').split(' ')[1]) / 1e6,
  );
const broken: string[] = [];

/** What a page reads all the time. */
async function reads(): Promise<void> {
  for (let turn = 0; !isOver() && !hasEnded; turn++) {
    const began = performance.now();
    const before = starved();
    const { text } = await call(
      turn % 2 === 0 ? 'purchases/list' : 'status/read',
      turn % 2 === 0 ? {} : undefined,
    );
    const waited = performance.now() - began;
    waits.push(waited);
    // The larger of both alone: they may have been starved at the same time.
    if (!hasEnded)
      ownWaits.push(Math.max(0, waited - Math.max(...starved().map((ms, of) => ms - (before[of] ?? 0)))));
    if (/"internal"/u.test(text)) broken.push(`an error without words: ${text.slice(0, 200)}`);
    await wait(50);
  }
}

const again = async (everyMs: number, act: () => Promise<unknown>): Promise<void> => {
  while (!isOver() && !hasEnded) {
    await act().catch(() => undefined);
    await wait(everyMs);
  }
};

const fromService = [
  ['catalogue/freshness', { from: 'service' }],
  ['catalogue/search', { from: 'service', query: 'awards' }],
  ['catalogue/list', { from: 'service' }],
  ['catalogue/describe', { from: 'service', toolRef: 'a' }],
  ['catalogue/refresh', undefined],
  ['key/check', undefined],
  ['mcp/connect', { readonly: true }],
  ['oauth/refresh', undefined],
] as const;

const page = () =>
  again(500, async () => {
    const deep = `{"input":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    for (const path of ['results/records', 'catalogue/checkInput'])
      if (/"internal"/u.test((await ask(path, deep)).text)) broken.push('internal for a deep request');
    await call('results/rename', { searchId: 1.5, title: 'a' });
    await call('key/forget', undefined);
  });

const strangers = () =>
  again(1_000, async () => {
    const sockets: Socket[] = [];
    for (let count = 0; count < 500; count++) {
      const socket = connect(Number(pagePort), '127.0.0.1');
      socket.on('error', () => undefined);
      if (count % 2 === 0) socket.write('GET / HTTP/1.1\r\n');
      sockets.push(socket);
    }
    await wait(500);
    for (const socket of sockets) socket.destroy();
  });

const assistant = () =>
  again(5_000, async () => {
    const client = spawn(process.execPath, mcp, { cwd: ROOT, stdio: ['pipe', 'pipe', 'ignore'] });
    client.stdin.on('error', () => undefined);
    const say = (message: object) =>
      client.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    say({ id: 0, method: 'initialize', params });
    for (let id = 1; id < 5_000; id++) say({ id, method: 'tools/list' });
    await wait(3_000);
    client.kill('SIGKILL');
  });

type Quoted = {
  purchaseId: string;
  quote: { quoteRef: string; toolVersion: string; inputDigest: string; price: unknown } | null;
};
let approved = 0;

/** A traveller who buys a search where there is a quote, as often as the daily limit lets. */
const buyer = () =>
  again(2_000, async () => {
    const day = new Date(Date.UTC(2027, 0, 1 + approved)).toISOString().slice(0, 10);
    const input = { origin_airport: 'JFK', destination_airport: 'LHR', start_date: day, end_date: day };
    const purchase = await outcomeOf<Quoted>('purchases/quote', { toolRef, input });
    if (purchase?.quote == null) return;
    const { quoteRef, toolVersion, inputDigest, price } = purchase.quote;
    approved += 1;
    await outcomeOf('purchases/approve', {
      purchaseId: purchase.purchaseId,
      shown: { quoteRef, toolVersion, inputDigest, price },
    });
  });

/** A backup whose table has a constraint without end. */
function hostileBackup(): Buffer {
  const file = join(dataDir, 'hostile.sqlite');
  const db = new Database(file);
  const endless = `('${'a'.repeat(3_000)}' LIKE '${'%a'.repeat(12)}%b')`;
  db.exec(`CREATE TABLE settings (name, value CHECK (NOT ${endless}));`);
  db.pragma('ignore_check_constraints = ON');
  db.exec("INSERT INTO settings VALUES ('a', '1')");
  db.pragma('application_id = 0x4d696c65');
  db.pragma('user_version = 1');
  db.close();
  const bytes = readFileSync(file);
  rmSync(file);
  return bytes;
}
const backups = () =>
  again(3_000, async () => {
    const bytes = hostileBackup();
    const begun = JSON.parse((await call('restore/begin', { bytes: bytes.length })).text) as {
      value: { restoreId: string };
    };
    const { restoreId } = begun.value;
    await call('restore/send', { restoreId, offset: 0, data: bytes.toString('base64') });
    await call('restore/check', { restoreId });
    await wait(1_000);
    await call('restore/cancel', { restoreId });
  });

const statm = (of: number) => Number(readFileSync(`/proc/${of}/statm`, 'utf8').split(' ')[1]) * 4_096;
const figures = {
  memoryAtStart: 0,
  mostMemory: 0,
  memoryAtEnd: 0,
  descriptorsAtStart: 0,
  mostDescriptors: 0,
  descriptorsAtEnd: 0,
};
const sample = () => {
  figures.memoryAtEnd = Math.round(statm(pid) / 1_048_576);
  figures.descriptorsAtEnd = readdirSync(`/proc/${pid}/fd`).length;
  figures.mostMemory = Math.max(figures.mostMemory, figures.memoryAtEnd);
  figures.mostDescriptors = Math.max(figures.mostDescriptors, figures.descriptorsAtEnd);
};

/** In milliseconds. */
function shares(of: number[]) {
  of.sort((one, other) => one - other);
  const at = (share: number) => Math.round(of[Math.min(of.length - 1, Math.floor(of.length * share))] ?? 0);
  return { reads: of.length, median: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1) };
}

await call('status/read', undefined);
await wait(2_000);
// Without an attack.
until = Date.now() + QUIET_MS;
await reads();
const alone = shares(waits);
[waits, ownWaits] = [[], []];
until = Date.now() + Number(values.minutes) * 60_000;
sample();
Object.assign(figures, { memoryAtStart: figures.memoryAtEnd, descriptorsAtStart: figures.descriptorsAtEnd });
const sampling = setInterval(() => {
  if (!hasEnded) sample();
}, 500);
await Promise.all([
  reads(),
  ...fromService.map(([path, input]) => again(700, () => call(path, input))),
  page(),
  strangers(),
  assistant(),
  backups(),
  buyer(),
]);
await wait(5_000);
if (!hasEnded) sample();
clearInterval(sampling);
if (hasEnded) broken.push('the program ended by itself');

const stopping = performance.now();
program.kill('SIGTERM');
if (!hasEnded) await once(program, 'exit');
const endedWithinMs = Math.round(performance.now() - stopping);
service.send('seen');
const [seen] = (await once(service, 'message')) as [{ requests: number }];
service.disconnect();
await once(service, 'exit');

/** In millionths of a dollar, which both sides count in. */
const total = (prices: readonly (string | null)[]): number =>
  prices.reduce(
    (sum, price) => sum + Number((JSON.parse(price ?? '{}') as { units?: string }).units ?? 0),
    0,
  );
const db = new Database(join(dataDir, 'milepost.sqlite'), { readonly: true });
const theirs = new Database(booksFile, { readonly: true });
const charged = theirs
  .prepare<[], { quote: string; units: string }>(
    `SELECT c.quote_ref AS quote, g.units FROM charges g JOIN calls c USING (call_ref) WHERE g.kind = 'charge'`,
  )
  .all();
const submitted = db
  .prepare<[], { quote: string; price: string }>(
    `SELECT quote_ref AS quote, coalesce(charged, price) AS price FROM purchases
     WHERE submitted_at IS NOT NULL AND state NOT IN ('not_sent', 'refused')`,
  )
  .all();
const counted = new Set(submitted.map(({ quote }) => quote));
const books = {
  intact: db.pragma('integrity_check', { simple: true }) === 'ok',
  approved,
  charged: charged.length,
  chargedTwice: charged.length - new Set(charged.map(({ quote }) => quote)).size,
  chargedAndForgotten: charged.filter(({ quote }) => !counted.has(quote)).length,
  chargedUnits: charged.reduce((sum, { units }) => sum + Number(units), 0),
  countedUnits: total(submitted.map(({ price }) => price)),
  states: db.prepare('SELECT state, count(*) AS purchases FROM purchases GROUP BY state').all(),
};
db.close();
theirs.close();
/** What the program itself wrote down of having been held. */
const held = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.log'))
  .flatMap((name) => readFileSync(join(dataDir, name), 'utf8').split('\n'))
  .flatMap((entry) => /was held .*/u.exec(entry)?.[0] ?? []);
rmSync(dataDir, { recursive: true });

const attacked = shares(waits);
const own = shares(ownWaits);
const result = {
  minutes: Number(values.minutes),
  waitedAloneMs: alone,
  waitedMs: attacked,
  waitedByItselfMs: own,
  held,
  ...figures,
  requestsToService: seen.requests,
  endedWithinMs,
  books,
  broken: [...new Set(broken)],
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
const holds =
  own.p99 <= 100 &&
  figures.mostMemory <= MOST_MEMORY &&
  endedWithinMs <= 5_000 &&
  books.intact &&
  books.charged > 0 &&
  books.charged <= books.approved &&
  books.chargedTwice === 0 &&
  books.chargedAndForgotten === 0 &&
  books.chargedUnits <= books.countedUnits &&
  books.countedUnits <= DAILY_LIMIT &&
  broken.length === 0;
process.exitCode = holds ? 0 : 1;

/**
 * A program that records an event and tells of it on every channel, killed at a chosen moment. Takes one JSON argument and
 * writes one JSON line: `{"points": N}` if it survived. With `at: null` it records nothing and tells what is left.
 */

import { join } from 'node:path';
import { noticeFacts } from '#shared/records/testing/notice-facts.ts';
import { createChannels } from '../../electron/channels/channels.ts';
import { storedChannels } from '../../electron/channels/stored-channels.ts';
import { createNodeFetch } from '../../electron/marketplace/sockets/node-fetch.ts';
import { createOriginBudgets } from '../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../../electron/marketplace/waits/timing.ts';
import { openStorage } from '../../electron/storage/open.ts';
import { storedSettings } from '../../electron/storage/stored-settings.ts';
import { watchPoints } from './points.ts';

type Options = { dataDir: string; url: string; mailPort: number; at: number | null; records: boolean };

const { dataDir, url, mailPort, at, records } = JSON.parse(process.argv[2] ?? '') as Options;
const opened = openStorage(join(dataDir, 'milepost.sqlite'));
if (!opened.ok) throw new Error(opened.problem.words);
const { storage } = opened;

const fetch = createNodeFetch({ proxyFor: async () => [{ via: 'direct' }] });
// The points around a request count at the global one.
globalThis.fetch = (input, init) => fetch(input, { ...init, mayReachLocal: true } as RequestInit);
const points = watchPoints({ act: () => process.kill(process.pid, 'SIGKILL'), awaits: true });

const stored = storedChannels(storedSettings(storage.db));
const testedAt = Date.now();
stored.write('webhook', { setup: { kind: 'webhook', address: url }, mayBeLocal: true, testedAt });
stored.write('email', {
  setup: {
    kind: 'email',
    host: '127.0.0.1',
    port: mailPort,
    user: '',
    from: 'me@home.test',
    to: 'you@home.test',
  },
  mayBeLocal: true,
  testedAt,
});

let seen = 0;
const channels = createChannels({
  storage,
  publish: () => {},
  clock: Date.now,
  timing: SYSTEM_TIMING,
  budgets: createOriginBudgets(SYSTEM_TIMING),
  fetch: (input, init) => globalThis.fetch(input, init),
  record: () => {},
  after: SYSTEM_TIMING.after,
  stored,
  secrets: {
    store: async () => ({ ok: true }),
    read: async () => 'shared-secret-0123456789',
    forget: async () => undefined,
  },
  mayReach: async () => true,
  confirm: async () => true,
  clipboard: null,
  command: null,
  noticed: (ids) => ids.map((noticeId) => ({ ...noticeFacts({ at: 1, pays: null }), noticeId })),
  isReading: () => false,
  notify: () => {
    seen += 1;
  },
});

const left = storage.db
  .prepare<[], number>(`SELECT count(*) FROM notice_outbox WHERE state IN ('waiting', 'sending')`)
  .pluck();
channels.begin();
if (records) {
  points.arm(at);
  storage.transaction(() => {
    storage.db.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run('the.event', 'true');
    channels.put(1, Date.now());
    channels.tell('charge-1 a', { to: '/purchases', title: 'A charge', body: 'of USD 9', away: 'a charge' });
  });
  channels.plan();
}
while ((left.get() ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, 2));
process.stdout.write(`${JSON.stringify({ points: points.disarm(), seen })}\n`);
process.exit(0);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { isSettled, isUnresolved, PURCHASE_STATES, type PurchaseState } from '#shared/purchase/state.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import type { Storage } from '../../storage/open.ts';
import { openDataFile } from '../../storage/testing/empty-data-file.ts';
import { type Entry, NOT_QUOTED_YET } from '../journal/entry.ts';
import { openJournal } from '../journal/journal.ts';
import { countedFor } from '../journal/spending.ts';
import { openStandingApprovals, type Standing } from '../journal/standing-approvals.ts';
import { mergeApprovals } from './approvals.ts';
import { purchaseContents } from './contents.ts';
import { mergePurchases } from './purchases.ts';

const folder = mkdtempSync(join(tmpdir(), 'milepost-merging-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOW = 9_000;
const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });

/** What one machine knows of a purchase; `charged` in millionths, null where nothing is stated. */
type Copy = {
  state: PurchaseState;
  attempts: number;
  charged: number | null;
  at: number;
  hasOutput: boolean;
};

/** Nothing was ordered yet, or ever. */
const UNORDERED: readonly PurchaseState[] = [
  'quoting',
  'not_quoted',
  'quoted',
  'discarded',
  'expired',
  'approved',
  'void',
];

function entryOf(id: string, { state, attempts, charged, at }: Copy): Entry {
  const isOrdered = !UNORDERED.includes(state);
  return {
    id,
    state,
    ...{ marketplace: 'https://market.example', demo: false, account: null, keyMark: 'mark' },
    ...{ toolRef: 'tool', toolId: 'tool', toolTitle: 'Search', providerName: null, title: id },
    ...{ input: { id }, requestDigest: id, continuesRun: null, interpretation: null },
    ...NOT_QUOTED_YET,
    price: state === 'quoting' || state === 'not_quoted' ? null : usd(22_000),
    ...(isOrdered && { quoteRef: `quote ${id}`, idempotencyKey: `key ${id}`, submittedAt: 5, attempts }),
    ...(isSettled(state) && { callRef: `call ${id}`, charged: charged === null ? null : usd(charged) }),
    createdAt: 1,
    updatedAt: at,
  };
}

const STANDING = {
  ...{ endedAt: null, endCode: null, endWords: null, keyMark: 'mark', toolRef: 'tool' },
  ...{ toolId: 'tool', title: 'Search', input: {}, pages: 2, everyHours: null, pagePrice: null, runId: null },
  ...{ requests: [], trip: null, until: null, createdAt: 1 },
} satisfies Partial<Standing>;

let files = 0;
type Machine = Record<string, Copy>;
/** A data file with these purchases. */
function machine(copies: Machine, alter = ''): Storage {
  const storage = openDataFile(join(folder, `${++files}.sqlite`));
  const journal = openJournal(storage, () => 1);
  for (const [id, copy] of Object.entries(copies)) {
    journal.open(entryOf(id, copy), `Of ${id}.`);
    if (copy.hasOutput)
      storage.db
        .prepare(`INSERT INTO outputs (purchase_id, via, received_at, bytes) VALUES (?, 'call', 1, x'00')`)
        .run(id);
  }
  if (alter !== '') storage.db.exec(alter);
  return storage;
}

/** Merges the one file into the other, as a restore does. */
function merged(here: Storage, there: Storage, mayLower: number) {
  here.db.prepare('ATTACH DATABASE ? AS other').run(there.file);
  try {
    return here.transaction(() => ({
      lowered: purchaseContents(here.db, 'https://market.example').lowered ?? 0,
      ...mergePurchases({
        ...{ storage: here, db: here.db, now: () => NOW, tables: [], from: 'a backup' },
        ...{ demoFiledUnder: null, mayLower, report: () => {} },
      }),
    }));
  } finally {
    here.db.exec('DETACH DATABASE other');
  }
}

const all = (storage: Storage) => {
  const journal = openJournal(storage, () => NOW);
  const { items } = journal.list({ limit: 100 });
  return new Map(items.map((entry) => [entry.id, entry]));
};
const eventsOf = (storage: Storage, id: string) => openJournal(storage, () => NOW).timeline(id);
const units = (entry: Entry | undefined) => Number((entry && countedFor(entry))?.units ?? 0);

const SENT: readonly PurchaseState[] = [
  'submitted',
  'unknown',
  'pending',
  'completed',
  'refused',
  'cancelled',
];
const copy = fc.record({
  state: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...SENT) },
    { weight: 1, arbitrary: fc.constantFrom(...PURCHASE_STATES) },
  ),
  attempts: fc.integer({ min: 1, max: 2 }),
  charged: fc.constantFrom(null, 0, 22_000, 30_000),
  at: fc.integer({ min: 1, max: 3 }),
  hasOutput: fc.boolean(),
});
/** What each of the two machines knows of a purchase; most are known to both. */
const pairs = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.tuple(fc.option(copy, { freq: 5 }), fc.option(copy, { freq: 5 })),
  { minKeys: 2, maxKeys: 4 },
);
const sideOf = (known: Record<string, readonly (Copy | null)[]>, side: 0 | 1): Machine =>
  Object.fromEntries(
    Object.entries(known).flatMap(([id, copies]) => (copies[side] ? [[id, copies[side]]] : [])),
  );

/** As a purchase that was not here arrives: nothing that is bound to its machine goes on, and no order is forgotten. */
const ARRIVES: Partial<Record<PurchaseState, PurchaseState>> = {
  quoting: 'not_quoted',
  quoted: 'void',
  approved: 'void',
  submitted: 'unknown',
};

describe('two machines’ purchases put together', () => {
  it.each([0, 1, 4])('lose no order, and count less for no more than %i of them', (mayLower) => {
    proves(
      0.4,
      [pairs],
      (known) => {
        const [ours, theirs] = [sideOf(known, 0), sideOf(known, 1)];
        const [here, there] = [machine(ours), machine(theirs)];
        const [before, other] = [all(here), all(there)];
        const result = merged(here, there, mayLower);
        const after = all(here);
        let [settled, unresolved, lowered] = [0, 0, 0];
        for (const id of new Set([...before.keys(), ...other.keys()])) {
          const [was, came, is] = [before.get(id), other.get(id), after.get(id)];
          if (is === undefined) throw new Error(`${id} is lost`);
          const words = eventsOf(here, id).map((line) => line.words);
          if (was === undefined) {
            const state = came?.state ?? 'void';
            expect(is).toMatchObject({
              ...came,
              state: ARRIVES[state] ?? state,
              nextPollAt: is.nextPollAt,
              updatedAt: is.updatedAt,
            });
            expect(words).toContain(`Of ${id}.`);
            expect(words.some((line) => line.startsWith('Its order came with a backup'))).toBe(
              came?.idempotencyKey !== null,
            );
            if (isUnresolved(is.state)) {
              unresolved += 1;
              expect(is.nextPollAt).toBe(NOW);
            }
            continue;
          }
          if (units(is) < units(was)) lowered += 1;
          for (const fact of ['idempotencyKey', 'callRef', 'quoteRef', 'price', 'submittedAt'] as const)
            expect(is[fact] ?? null).toEqual(
              was[fact] ?? (result.replaced.includes(id) ? (came?.[fact] ?? null) : null),
            );
          expect(is.attempts).toBe(
            result.replaced.includes(id) ? Math.max(was.attempts, came?.attempts ?? 0) : was.attempts,
          );
          if (isSettled(was.state)) expect(isSettled(is.state)).toBe(true);
          // A result that is there, for no less than counts here, is taken over.
          if (isUnresolved(was.state) && came?.state === 'completed' && units(came) >= units(was))
            expect(result.replaced.includes(id)).toBe(theirs[id]?.hasOutput);
          if (came === undefined || !result.replaced.includes(id)) {
            expect(is).toEqual({ ...was, nextPollAt: is.nextPollAt });
            // What is settled there, and not taken over, is looked for at once.
            if (isUnresolved(was.state) && came !== undefined && isSettled(came.state))
              expect(is.nextPollAt).toBe(NOW);
            continue;
          }
          expect(is.state).toBe(came.state === 'submitted' ? 'unknown' : came.state);
          expect(is.charged).toEqual(came.charged);
          // Only a result that is there as well ends an order, unless the user confirmed that less may count.
          if (isUnresolved(was.state) && !isUnresolved(is.state)) {
            settled += 1;
            if (mayLower === 0) expect([is.state, theirs[id]?.hasOutput]).toEqual(['completed', true]);
          }
          if (isUnresolved(is.state)) unresolved += 1;
        }
        expect(result).toMatchObject({ settled, unresolved, unresolvedDemo: 0 });
        expect(lowered).toBeLessThanOrEqual(Math.min(mayLower, result.lowered));
        if (mayLower > 0 && result.lowered <= mayLower) expect(result.heldBack).toBe(0);
        // Once is enough.
        const again = merged(here, there, mayLower);
        expect(again).toMatchObject({ added: [], settled: 0 });
        for (const [id, entry] of all(here))
          expect(entry).toMatchObject({ state: after.get(id)?.state, charged: after.get(id)?.charged });
        here.close();
        there.close();
        return [...before.keys()].some((id) => other.has(id));
      },
      { numRuns: propertyRuns(50, 1_000) },
    );
  });

  const ORDERED: Copy = { state: 'completed', attempts: 1, charged: 22_000, at: 1, hasOutput: true };
  const failureOf = (alter: string, theirs: Machine = { a: { ...ORDERED, at: 2 } }) => {
    const [here, there] = [machine({ a: ORDERED }), machine(theirs, alter)];
    const before = all(here);
    try {
      merged(here, there, 0);
      return null;
    } catch (error) {
      expect(all(here)).toEqual(before);
      return error instanceof ContractFailure ? error.failure.code : String(error);
    } finally {
      here.close();
      there.close();
    }
  };

  it.each([
    ...[
      "marketplace = 'https://other.example'",
      "tool_ref = 'x'",
      `input = '{"id":"b"}'`,
      "request_digest = 'x'",
    ],
    ...[
      "quote_ref = 'x'",
      "idempotency_key = 'x'",
      "call_ref = 'x'",
      `price = '{"currency":"USD","units":"1","exponent":6}'`,
    ],
    `ceiling = '{"currency":"USD","units":"9","exponent":6}'`,
  ])('contradict each other by %s, and nothing is changed', (change) => {
    const [here, there] = [
      machine({ a: ORDERED }),
      machine({ a: { ...ORDERED, at: 2 } }, `UPDATE purchases SET ${change}`),
    ];
    here.db.exec(`UPDATE purchases SET ceiling = '{"currency":"USD","units":"30000","exponent":6}'`);
    expect(() => merged(here, there, 0)).toThrow(ContractFailure);
    here.close();
    there.close();
  });

  it.each([
    "state = 'x'",
    'demo = 1',
    'demo = 2',
    "marketplace = 'demo:x'",
    "price = '{'",
    `price = '{"currency":"USD","units":"-1","exponent":6}'`,
    `charged = '{"currency":"USD","units":"1"}'`,
    `ceiling = '7'`,
    'submitted_at = 0',
    "refusal = '{}'",
    "state = 'unknown', price = NULL",
    "state = 'pending', submitted_at = NULL",
  ])('are refused where one says %s', (change) => {
    expect(failureOf(`UPDATE purchases SET ${change}`)).toBe('damaged_backup');
  });

  it('are refused where another’s order has the same key', () => {
    const key = `UPDATE purchases SET idempotency_key = 'key a' WHERE id = 'b'`;
    expect(failureOf(key, { b: ORDERED })).toBe('contradicts');
    expect(failureOf('', { b: ORDERED })).toBeNull();
  });

  it('keep two open orders of one request, each of which blocks it', () => {
    const open: Copy = { state: 'unknown', attempts: 1, charged: null, at: 1, hasOutput: false };
    const [here, there] = [
      machine({ a: open }),
      machine({ b: open }, `UPDATE purchases SET request_digest = 'a'`),
    ];
    expect(merged(here, there, 0)).toMatchObject({ added: ['b'], unresolved: 1 });
    const journal = openJournal(here, () => NOW);
    expect(journal.inStates(['unknown'])).toHaveLength(2);
    expect(journal.openPurchaseOf('https://market.example', 'a')).toBeDefined();
    here.close();
    there.close();
  });

  it('are counted by marketplace before anything is merged, with what they leave open', () => {
    const demo = `UPDATE purchases SET marketplace = 'demo:x', demo = 1 WHERE id = 'b'`;
    const [here, there] = [
      machine({ a: ORDERED }),
      machine({ a: ORDERED, b: { ...ORDERED, state: 'pending' } }, demo),
    ];
    here.db.prepare('ATTACH DATABASE ? AS other').run(there.file);
    expect(purchaseContents(here.db, 'https://market.example')).toEqual({
      ...{ purchases: 2, quotes: 0, newPurchases: 1, newQuotes: 0 },
      ...{ unresolved: 1, lowered: 0, permissions: 0 },
      marketplaces: [
        { name: 'the demo marketplace', demo: true, inUse: false, purchases: 1 },
        { name: 'https://market.example', demo: false, inUse: true, purchases: 1 },
      ],
    });
    here.close();
    there.close();
  });

  it('take permissions over as ended, and count those that were in force', () => {
    const [here, there] = [machine({}), machine({})];
    const terms = { ceiling: usd(9), marketplace: 'https://market.example', account: null };
    const approvals = openStandingApprovals(there, () => 1);
    for (const [id, kind] of [
      ['a', 'grant'],
      ['b', 'batch'],
      ['c', 'grant'],
    ] as const)
      approvals.open({ ...STANDING, ...terms, id, kind, runId: 7 });
    approvals.end('c', 'ended', 'You ended it.');
    const end = () => {
      here.db.prepare('ATTACH DATABASE ? AS other').run(there.file);
      const count = mergeApprovals({
        ...{ storage: here, db: here.db, now: () => NOW, tables: [], from: 'a backup' },
        ...{ demoFiledUnder: null, mayLower: 0, report: () => {} },
      });
      here.db.exec('DETACH DATABASE other');
      return count;
    };
    expect(end()).toBe(1);
    const taken = openStandingApprovals(here, () => NOW);
    expect(taken.get('grant', 'a')).toMatchObject({ endCode: 'restored', endedAt: NOW, runId: null });
    expect(taken.get('batch', 'b')).toMatchObject({ endCode: 'restored', endedAt: NOW });
    expect(taken.get('grant', 'c')).toMatchObject({ endCode: 'ended', endedAt: 1 });
    expect(end()).toBe(0);
    here.close();
    there.close();
  });
});

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { runBackupJob } from '../backup/jobs.ts';
import { backupParts } from './backup-parts.ts';
import { type Act, openHistory, type Row, seenIn, type Timed } from './testing/histories.ts';

const row: fc.Arbitrary<Row> = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  day: fc.integer({ min: 1, max: 3 }),
  miles: fc.constantFrom(50_000, 60_000, 70_000),
  broken: fc.integer({ max: 9, min: 0 }).map((of) => of === 0),
});
const step = fc.record({
  here: fc.boolean(),
  kind: fc.constantFrom('order', 'order', 'settle', 'settle', 'settle', 'mark', 'trip', 'note'),
  pick: fc.nat({ max: 30 }),
  rows: fc.array(row, { maxLength: 4 }),
  flag: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type Known = {
  orders: { name: string; search: number; settled: boolean }[];
  /** The searches with records on this side. */
  brought: Set<number>;
  trips: string[];
};

/** Turns steps into the acts of two machines: first one machine, then it and its copy independently. */
function histories(
  steps: readonly Step[],
  shared: number,
): { both: Timed[]; here: Timed[]; there: Timed[]; all: Timed[] } {
  const acts = { both: [] as Timed[], here: [] as Timed[], there: [] as Timed[], all: [] as Timed[] };
  const known: Record<'here' | 'there', Known> = {
    here: { orders: [], brought: new Set(), trips: [] },
    there: { orders: [], brought: new Set(), trips: [] },
  };
  steps.forEach(({ here, kind, pick, rows, flag }, place) => {
    const part = place < shared ? 'both' : here ? 'here' : 'there';
    const side = known[part === 'there' ? 'there' : 'here'];
    const knowing = part === 'both' ? [known.here, known.there] : [side];
    const add = (act: Act) => {
      const timed = { at: (place + 1) * 1000, act };
      acts[part].push(timed);
      acts.all.push(timed);
    };
    switch (kind) {
      case 'order': {
        const order = { name: `order-${place}`, search: pick % 3, settled: false };
        for (const one of knowing) one.orders.push(order);
        add({ kind: 'order', name: order.name, search: order.search });
        break;
      }
      case 'settle': {
        const open = side.orders.filter(({ settled }) => !settled);
        const order = open[pick % Math.max(1, open.length)];
        if (order === undefined) break;
        const before = side.orders.filter(
          ({ settled, search, name }) =>
            settled &&
            search === order.search &&
            acts[part].concat(acts.both).some(({ act }) => act.kind === 'settle' && act.name === name),
        );
        order.settled = true;
        const to = pick % 5 === 4 ? 'refused' : 'completed';
        if (to === 'completed') for (const one of knowing) one.brought.add(order.search);
        add({
          kind: 'settle',
          name: order.name,
          to,
          continues: flag ? (before.at(-1)?.name ?? null) : null,
          rows,
          hasMore: flag,
        });
        break;
      }
      case 'mark': {
        const search = flag ? 1 : 0;
        if (side.brought.has(search))
          add({ kind: 'mark', search, key: 'abcd'[pick % 4] ?? 'a', note: `note ${place}` });
        break;
      }
      case 'trip': {
        const name = side.trips[pick % 4] ?? `trip-${place}`;
        for (const one of knowing) if (!one.trips.includes(name)) one.trips.push(name);
        add({ kind: 'trip', name, title: `title ${place}` });
        break;
      }
      case 'note': {
        const trip = side.trips[pick % Math.max(1, side.trips.length)];
        if (trip !== undefined)
          add({ kind: 'note', name: `note-${trip}-${pick % 3}`, trip, text: `text ${place}`, removed: flag });
        break;
      }
    }
  });
  return acts;
}

it('two histories put together are what one machine would have, in both orders, and once is enough', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-merge-'));
  const file = (name: string) => join(folder, `${name}.sqlite`);
  const seen = (name: string) => {
    const { storage, close } = openHistory(file(name));
    const all = seenIn(storage);
    close();
    return all;
  };
  const played = (name: string, from: string | null, acts: readonly Timed[]) => {
    if (from !== null) copyFileSync(file(from), file(name));
    const { play, close } = openHistory(file(name));
    play(acts);
    close();
  };
  const merge = (into: string, from: string) => {
    copyFileSync(file(from), file('staged'));
    return runBackupJob(
      backupParts,
      { kind: 'merge', file: file(into), staged: file('staged'), mayLower: Number.POSITIVE_INFINITY },
      () => {},
      () => 999_000_000,
    );
  };
  played('empty', null, []);
  try {
    proves(
      0.3,
      [fc.array(step, { minLength: 4, maxLength: 24 }), fc.nat({ max: 8 })],
      (steps, shared) => {
        const { both, here, there, all } = histories(steps, shared);
        played('one', 'empty', all);
        played('here', 'empty', both);
        played('there', 'here', there);
        played('here', null, here);
        copyFileSync(file('here'), file('merged'));
        copyFileSync(file('there'), file('merged back'));
        merge('merged', 'there');
        merge('merged back', 'here');
        const expected = seen('one');
        expect(seen('merged')).toEqual(expected);
        expect(seen('merged back')).toEqual(expected);
        merge('merged', 'there');
        merge('merged', 'merged back');
        expect(seen('merged')).toEqual(expected);
        // On a new, empty machine the tables are copied.
        copyFileSync(file('empty'), file('new'));
        merge('new', 'merged');
        expect(seen('new')).toEqual(expected);
        return here.length > 0 && there.length > 0;
      },
      { numRuns: propertyRuns(15, 400) },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActivityRow } from '#shared/contract/program/activity.ts';
import type { Answer, Reply } from '../../../electron/marketplace/http/answer.ts';
import { createMarketplace, type LiveMarketplace } from '../../../electron/marketplace/marketplace.ts';
import type { ManualBindings } from '../../../electron/marketplace/openapi/plain-binding.ts';
import { heavyAnswers } from '../../../electron/marketplace/outside/heavy-answers.ts';
import { openOutside } from '../../../electron/marketplace/outside/outside.ts';
import { createOriginBudgets } from '../../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING, type Timing } from '../../../electron/marketplace/waits/timing.ts';
import type { Storage } from '../../../electron/storage/open.ts';
import { openDataFile } from '../../../electron/storage/testing/empty-data-file.ts';
import { productFetch } from '../../support/product-fetch.ts';

export type OpenedMarketplace = {
  marketplace: LiveMarketplace;
  storage: Storage;
  rows: Omit<ActivityRow, 'id'>[];
  changes: string[];
  /** The same marketplace after a restart of the program, on the same data file. */
  reopen(address?: string): OpenedMarketplace;
  /** Bindings made by hand, as the settings store them. */
  hand: { bindings: ManualBindings };
  close(): void;
};

export type OpenOptions = {
  key?: string | null;
  /** Instead of `key`, where it changes. */
  keyFor?: () => Promise<string | null>;
  storedAs?: string;
  clock?: () => number;
  timing?: Timing;
  fetch?: typeof globalThis.fetch;
};

/** A marketplace client over a real data file in a folder of its own. */
export function openMarketplace(address: string, options: OpenOptions = {}): OpenedMarketplace {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-marketplace-'));
  const hand: { bindings: ManualBindings } = { bindings: {} };
  const open = (at: string): OpenedMarketplace => {
    const storage = openDataFile(join(folder, 'milepost.db'));
    const rows: Omit<ActivityRow, 'id'>[] = [];
    const changes: string[] = [];
    const outside = openOutside();
    const marketplace = createMarketplace({
      outside,
      readHeavy: heavyAnswers(outside),
      address: at,
      ...(options.storedAs === undefined ? {} : { storedAs: options.storedAs }),
      fetch: options.fetch ?? productFetch,
      clock: options.clock ?? Date.now,
      ...(options.timing === undefined ? {} : { timing: options.timing }),
      budgets: createOriginBudgets(options.timing ?? { ...SYSTEM_TIMING, clock: options.clock ?? Date.now }),
      keyFor: options.keyFor ?? (async () => options.key ?? null),
      storage,
      record: (row) => rows.push(row),
      manualBindings: {
        read: () => hand.bindings,
        write: (bindings) => {
          hand.bindings = bindings;
        },
      },
      onChange: (what) => changes.push(what),
    });
    const shut = () => {
      marketplace.close();
      void outside.close();
      storage.close();
    };
    return {
      marketplace,
      storage,
      rows,
      changes,
      hand,
      reopen: (again = at) => {
        shut();
        return open(again);
      },
      close: () => {
        shut();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  };
  return open(address);
}

/** The answer's body, or a failure that states what went wrong. */
function answerOf(reply: Reply): Answer {
  if (!reply.ok) throw new Error(`${reply.failure.code}: ${reply.failure.message}`);
  return reply.answer;
}

export const bodyOf = (reply: Reply): unknown => answerOf(reply).body;

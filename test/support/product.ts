import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requests } from '#shared/contract/index.ts';
import type { ActivityRow } from '#shared/contract/program/activity.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { App, AppDeps } from '../../electron/app/app-deps.ts';
import type { Question } from '../../electron/purchases/journal/purchase-context.ts';
import { makeDataFile } from '../../electron/storage/testing/empty-data-file.ts';
import { keychainWith, openAppOn } from './app-on.ts';

/** The product as a host starts it, with a keychain that knows one key. */
export type Product = App & {
  dataDir: string;
  startedUp: Promise<void>;
  /** How the user answers outside the page; yes by default. */
  answerTo: (answer: boolean) => void;
  /** The questions outside the page. */
  requested: () => readonly Question[];
  /** The activity row of the answer with this request id; the newest one of its role where none is given. */
  row(requestId: string | undefined, role?: string): Promise<ActivityRow>;
  /** Resolves at the next event about `topic`. */
  notified(topic: string): Promise<void>;
};

export type ProductOptions = {
  /** The address of the service. */
  marketplace: string;
  /** The key that the keychain holds, or holds at the moment. */
  key?: string | null | (() => string | null);
  /** The data folder; by default one that is deleted when the product is closed. */
  dataDir?: string;
} & Partial<Pick<AppDeps, 'checkOutput' | 'clock' | 'fetch' | 'monotonic' | 'after'>>;

/** Opens the whole product. */
export async function openProduct({ marketplace, key = null, ...given }: ProductOptions): Promise<Product> {
  const dataDir = given.dataDir ?? mkdtempSync(join(tmpdir(), 'milepost-product-'));
  let answer = true;
  const questions: Question[] = [];
  makeDataFile(join(dataDir, 'milepost.sqlite'));
  const app = await openAppOn({
    ...given,
    dataDir,
    marketplace,
    keychain: keychainWith(
      () => new URL(marketplace).origin,
      () => (typeof key === 'function' ? key() : key),
    ),
    confirm: async (question) => {
      questions.push(question);
      return answer;
    },
  });
  /** Resolves at the next event whose topics satisfy `wanted`. */
  const eventWith = (wanted: (topics: readonly string[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stop = app.subscribe((_, payload) => {
        const { topics } = payload as { topics?: string[] };
        if (topics === undefined || !wanted(topics)) return;
        stop();
        resolve();
      });
    });
  return {
    ...app,
    dataDir,
    // What the product automatically reads at its start has been read when it announces both.
    startedUp: eventWith((topics) => topics.join() === 'status,catalogue'),
    answerTo: (next) => {
      answer = next;
    },
    requested: () => questions,
    row: async (requestId, role) => {
      const { rows } = await app.handlers.activity.list({ limit: 500 });
      const found = rows.find(
        (row) =>
          (requestId === undefined || row.requestId === requestId || row.requestIdSent === requestId) &&
          (role === undefined || row.role === role),
      );
      if (found === undefined) throw new Error(`No activity row of ${requestId ?? role}.`);
      return found;
    },
    notified: (topic) => eventWith((topics) => topics.includes(topic)),
    close: async () => {
      await app.close();
      if (given.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The request of every fault test: one page of an award search. */
export const SEARCH = {
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-05',
  take: 10,
};

/** Asks for a quote of the search. */
export async function quoted(product: App): Promise<Purchase> {
  const { tools } = await product.handlers.awards.tools({ refresh: false });
  const toolRef = (tools[0] ?? (await product.handlers.awards.tools({ refresh: true })).tools[0])?.tool
    .toolRef;
  if (toolRef === undefined) throw new Error('The award search is not listed.');
  return requests.purchases.quote.output.parse(
    await product.handlers.purchases.quote({ toolRef, input: SEARCH }),
  );
}

export function shownOf({ quote, words }: Purchase) {
  if (quote === null) throw new Error(words);
  const { quoteRef, toolVersion, inputDigest, price } = quote;
  return { quoteRef, toolVersion, inputDigest, price };
}

/** Resolves when `holds` does, checked again at every event. */
export async function until(product: App, holds: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = product.subscribe(() => resolve());
    try {
      if (await holds()) return;
      await promise;
    } finally {
      stop();
    }
  }
}

/** Whether the records that a purchase paid for are visible. */
export async function recordsVisible(product: App): Promise<boolean> {
  const [search] = await product.handlers.results.searches(undefined);
  if (search === undefined) return false;
  const { total } = await product.handlers.results.records({
    scope: { kind: 'search', searchId: search.searchId },
    filter: {},
    sort: [],
    offset: 0,
    limit: 1,
  });
  return total > 0;
}

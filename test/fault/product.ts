import { requests } from '#shared/contract/index.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { type App, createApp } from '../../electron/app.ts';
import type { Question } from '../../electron/purchases/room.ts';

export type { Batch };

/** The product as a host starts it, with a keychain that knows one key. */
export type Product = App & {
  lookedAround: Promise<void>;
  /** What the person says when asked outside the page; yes until told otherwise. */
  answerTo: (answer: boolean) => void;
  /** What was asked outside the page. */
  asked: () => readonly Question[];
};

export type ProductOptions = { dataDir: string; marketplace: string; key: string; clock?: () => number };

/** Resolves once everything that the product reads by itself at its start is read. */
export async function openProduct({
  dataDir,
  marketplace,
  key,
  clock = Date.now,
}: ProductOptions): Promise<Product> {
  let answer = true;
  const questions: Question[] = [];
  const app = await createApp({
    dataDir,
    fetch: (input, init) => globalThis.fetch(input, init),
    keychain: {
      store: async () => ({ ok: true }),
      read: async (origin) => (origin === new URL(marketplace).origin ? key : null),
      forget: async () => ({ ok: true }),
      works: async () => ({ works: true, words: '' }),
    },
    clipboard: null,
    clock,
    confirm: async (question) => {
      questions.push(question);
      return answer;
    },
    marketplace,
    checkOutput: false,
    version: '0.0.0',
  });
  const lookedAround = new Promise<void>((resolve) => {
    const stop = app.subscribe((name, payload) => {
      const { topics } = payload as { topics?: string[] };
      if (name !== 'changed' || topics?.join() !== 'status,catalogue') return;
      stop();
      resolve();
    });
  });
  return {
    ...app,
    lookedAround,
    answerTo: (next) => {
      answer = next;
    },
    asked: () => questions,
  };
}

/** What is asked for in every fault test: one page of an award search. */
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

/** Resolves when `holds` does, asked again at every event. */
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

/** Whether the records that a purchase paid for can be seen. */
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

import { createAwards } from '../../../electron/awards/awards.ts';
import { openOutputs } from '../../../electron/outputs/outputs.ts';
import { openProvenance } from '../../../electron/outputs/provenance.ts';
import { type Entry, NOT_QUOTED_YET } from '../../../electron/purchases/journal/entry.ts';
import { openJournal } from '../../../electron/purchases/journal/journal.ts';
import { openStorage, type Storage } from '../../../electron/storage/open.ts';
import { FIRST_DAY, LAST_DAY, PAGE_ROWS, pageOf } from './page.ts';
import { type PlannedRun, plan } from './plan.ts';

/** The marketplace of the records: an address without a listener, because nothing may be requested from it. */
export const ADDRESS = 'http://127.0.0.1:9';

const TOOL = 'operation:v1:award';
const PRICE = { currency: 'USD', units: '22000', exponent: 6 };
/** Long enough ago for every purchase to be in the past, and close enough to departure for the insights. */
export const FIRST_RUN = Date.UTC(2026, 0, 20);
const BETWEEN_PAGES_MS = 3 * 3_600_000;
/** Many pages began earlier: the last of them is in the past too. */
const PAGES_SINCE_FIRST_RUN = 4_000;
const PAGES_A_TRANSACTION = 25;

/** The request of a planned run. */
export const inputOf = ({ search }: PlannedRun) => ({
  origin_airport: search.origins.join(','),
  destination_airport: search.destinations.join(','),
  cabin: search.cabin,
  start_date: FIRST_DAY,
  end_date: LAST_DAY,
});

/**
 * Fills a new file through the product's own journal, outputs and recording, without waiting for the disk: if
 * interrupted, it starts again. Returns how many pages were written.
 */
export function fill(file: string, versions: number, report: (share: number) => void): { pages: number } {
  const opened = openStorage(file);
  if (!opened.ok) throw new Error(opened.problem.words);
  const { storage } = opened;
  storage.db.pragma('synchronous = OFF');
  storage.db.pragma('cache_size = -262144');
  const runs = plan(versions);
  const runsBySearch = new Map<number, PlannedRun[]>();
  const work = runs.flatMap((run) => {
    const own = [...(runsBySearch.get(run.search.number) ?? []), run];
    runsBySearch.set(run.search.number, own);
    return Array.from({ length: Math.ceil(run.search.rows / PAGE_ROWS) }, (_, page) => ({ run, own, page }));
  });
  const earlier = Math.max(0, work.length - PAGES_SINCE_FIRST_RUN) * BETWEEN_PAGES_MS;
  const buy = purchasing(storage, { from: FIRST_RUN - earlier });
  let runId: number | null = null;
  for (let done = 0; done < work.length; done += PAGES_A_TRANSACTION) {
    storage.transaction(() => {
      for (const { run, own, page } of work.slice(done, done + PAGES_A_TRANSACTION))
        runId = buy(run, page === 0 ? null : runId, pageOf(own, page));
    });
    report(Math.min(1, (done + PAGES_A_TRANSACTION) / work.length));
  }
  storage.db.pragma('wal_checkpoint(TRUNCATE)');
  storage.close();
  return { pages: work.length };
}

/**
 * Adds what the plan does not contain: a return search, and an answer in which some records violate the contract
 * (§2.2).
 */
export function addOddities(file: string): void {
  const opened = openStorage(file);
  if (!opened.ok) throw new Error(opened.problem.words);
  const { storage } = opened;
  const buy = purchasing(storage, { kind: 'odd' });
  const run = (number: number, origin: string, destination: string): PlannedRun => ({
    search: { number, origins: [origin], destinations: [destination], cabin: 'business', rows: 200 },
    run: 0,
    changed: 200,
  });
  const back = run(901, 'LHR', 'JFK');
  buy(back, null, pageOf([back], 0));
  const broken = run(902, 'CDG', 'EWR');
  const page = pageOf([broken], 0);
  buy(broken, null, { ...page, data: [17, { ...page.data[0], JAvailable: 'yes' }, ...page.data.slice(2)] });
  storage.close();
}

/**
 * Buys and records pages, one after the other, as the product does once a Call is complete.
 * @param kind distinguishes the ids of what is bought; @param from when the first is bought, UTC ms
 */
function purchasing(storage: Storage, { kind = 'bench', from = FIRST_RUN } = {}) {
  let at = from;
  let bought = 0;
  const journal = openJournal(storage, () => at);
  const outputs = openOutputs(storage);
  const awards = createAwards({
    storage,
    publish: () => {},
    clock: () => 0,
    today: () => '2026-11-20',
    identity: () => ADDRESS,
    outputOf: outputs.outputOf,
    purchaseOf: openProvenance(storage),
    placeOf: () => null,
  });
  return (run: PlannedRun, runId: number | null, output: unknown): number => {
    bought += 1;
    at += BETWEEN_PAGES_MS;
    const id = `${kind}-${bought}`;
    const input = inputOf(run);
    journal.open(entryOf(id, at, input, runId), 'A quote was asked for.');
    journal.record(id, {
      event: 'quote_committed',
      words: 'The service committed to a price.',
      changes: { quoteRef: `quote-${id}`, price: PRICE, ceiling: PRICE, expiresAt: at + 300_000 },
    });
    journal.record(id, { event: 'approved', words: 'You approved it.' });
    journal.record(id, {
      event: 'submitted',
      words: 'The Call was sent.',
      changes: { idempotencyKey: `key-${id}`, submittedAt: at, attempts: 1 },
    });
    journal.record(id, {
      event: 'completed',
      words: 'The result is here.',
      requestId: `req-${id}`,
      changes: { callRef: `call-${id}`, requestId: `req-${id}`, charged: PRICE, chargeState: 'paid' },
    });
    const body = { kind: 'completed', callRef: `call-${id}`, toolRef: TOOL, output };
    outputs.store(id, 'call', { bytes: Buffer.from(JSON.stringify(body)), receivedAt: at }, ['output']);
    const recorded = awards.recordPage({
      kind: 'award_search',
      purchaseId: id,
      runId,
      toolRef: TOOL,
      input,
      output,
      receivedAt: at,
    });
    journal.amend(id, { runId: recorded });
    outputs.markInterpreted(id);
    return recorded;
  };
}

function entryOf(id: string, at: number, input: Record<string, unknown>, continuesRun: number | null): Entry {
  return {
    id,
    state: 'quoting',
    marketplace: ADDRESS,
    demo: false,
    account: 'bench',
    keyMark: 'bench',
    toolRef: TOOL,
    toolId: TOOL,
    toolTitle: 'Award search',
    providerName: null,
    title: `${String(input.origin_airport)} to ${String(input.destination_airport)}`,
    input,
    requestDigest: id,
    continuesRun,
    interpretation: 'award_search',
    ...NOT_QUOTED_YET,
    createdAt: at,
    updatedAt: at,
  };
}

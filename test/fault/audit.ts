import { setTimeout as wait } from 'node:timers/promises';
import type { ContractFailure } from '#shared/contract/failure.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { CallInBooks } from '../support/marketplace/books-reader.ts';
import {
  openProduct,
  type Product,
  type ProductOptions,
  quoted,
  recordsVisible,
} from '../support/product.ts';
import type { Counts } from './counts.ts';

/** The Calls in the marketplace's own books, whatever its answers stated. */
export type Books = () => Promise<readonly CallInBooks[]>;

const netCharges = (call: CallInBooks): number =>
  call.charges.filter(({ kind }) => kind === 'charge').length -
  call.charges.filter(({ kind }) => kind === 'refund').length;

/** The computer's clock, which recovery sets forward instead of waiting. */
type Time = { clock: () => number; pass: (ms: number) => void };

export function startTime(): Time {
  let added = 0;
  return {
    clock: () => Date.now() + added,
    pass: (ms) => {
      added += ms;
    },
  };
}

/** More rounds than anything that can be settled needs. */
const ROUNDS = 12;
/** An order's absence from the list of Calls counts only after this time, since it may be delayed. */
const LATER_MS = 5 * 60_000 + 1_000;

/**
 * Does what a user does after a crash: polls again, resends the order if nothing is found, and if that is declined
 * confirms a few minutes later that no Call was made: this service's list never lags. Stops once `isReachable` is false.
 */
export async function settleAll(
  product: Product,
  time: Time,
  isReachable: () => boolean = () => true,
): Promise<void> {
  await product.startedUp;
  const { purchases } = product.handlers;
  for (let round = 0; round < ROUNDS && isReachable(); round++) {
    const { items } = await purchases.list({});
    const open = items.filter(({ state }) => isUnresolved(state));
    if (open.length === 0) return;
    if (round > 2) time.pass(LATER_MS);
    for (const { purchaseId } of open) {
      await allowFailure(() => purchases.checkAgain({ purchaseId }));
      const { state } = await purchases.show({ purchaseId });
      if (state !== 'unknown' || round < 2) continue;
      await allowFailure(() => purchases.resume({ purchaseId }));
      await allowFailure(() => purchases.placeCall({ purchaseId, callRef: null, isOwn: false }));
    }
  }
}

/** Ignores a mapped failure, which is a legal outcome of any act, but no other error. */
export async function allowFailure(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!('failure' in (error as ContractFailure))) throw error;
  }
}

/** Compares the journal with the books and counts; each deviation is reported. */
export async function audit(
  product: Product,
  books: Books,
  counts: Counts,
  report: (words: string) => void,
): Promise<void> {
  const { purchases } = product.handlers;
  const calls = await books();
  const { items } = await purchases.list({ limit: 1000 });
  counts['purchases made'] += calls.length;
  const perQuote = Map.groupBy(calls, ({ quoteRef }) => quoteRef);
  for (const of of perQuote.values()) {
    const charges = of.reduce((sum, call) => sum + netCharges(call), 0);
    if (charges > 1 || of.length > 1) {
      counts['charged twice'] += 1;
      report(`a quote was charged ${charges} times in ${of.length} Calls`);
    } else if (charges === 1) counts['charged once'] += 1;
  }
  for (const item of items)
    if (isUnresolved(item.state)) {
      counts.unresolved += 1;
      report(`a purchase stayed ${item.state}`);
    }
  for (const call of calls) {
    const own = items.filter(({ callRef }) => callRef === call.callRef);
    const [purchase] = own;
    const stored =
      own.length === 1 &&
      purchase?.state === 'completed' &&
      (await becameRecords(product, purchase.purchaseId)) &&
      (await recordsVisible(product));
    if (!stored) {
      counts.lost += 1;
      report(`a Call that was paid for is ${own.map(({ state }) => state).join() || 'not in the journal'}`);
    }
  }
  const sold = items.filter(({ state }) => state === 'completed').length;
  if (sold > calls.length) {
    counts.lost += 1;
    report(`the journal has ${sold} completed purchases, the books ${calls.length} Calls`);
  }
  const compared = await purchases.reconcileWithService(undefined);
  if (!compared.complete || compared.differences.length > 0) {
    counts.unresolved += 1;
    report(
      `journal and service differ: ${compared.words} ${compared.differences.map(({ words }) => words).join(' ')}`,
    );
  }
  // Nothing is blocked for ever: the same request can be quoted again.
  const again = await quoted(product);
  if (again.state !== 'quoted') {
    counts.unresolved += 1;
    report(`the same request cannot be quoted again: ${again.words}`);
  }
}

/** More polls than a few retries of a failing file need. */
const POLLS = 400;

/**
 * Whether the stored answer became records; where the data file failed in between, the product retries automatically.
 */
async function becameRecords(product: Product, purchaseId: string): Promise<boolean> {
  for (let poll = 0; poll < POLLS; poll++) {
    const { output } = await product.handlers.purchases.evidence({ purchaseId });
    if (output === null) return false;
    if (output.interpreted) return true;
    await wait(10);
  }
  return false;
}

/** Restarts the product on a folder that a crash left behind, settles what is open and audits it. */
export async function recoverAndAudit(
  options: ProductOptions,
  books: Books,
  counts: Counts,
  report: (words: string) => void,
): Promise<void> {
  const time = startTime();
  const product = await openProduct({ ...options, clock: time.clock });
  try {
    await settleAll(product, time);
    await audit(product, books, counts, report);
  } finally {
    await product.close();
  }
}

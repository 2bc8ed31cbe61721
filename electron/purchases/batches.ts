import { ContractFailure, fail } from '#shared/contract/failure.ts';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { type Amount, addAmounts, compareAmounts, formatAmount, sameAmount } from '#shared/money.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { batchView, spentUnder } from './batch-view.ts';
import { approve, isQuoted, type Shown, sendCommand } from './buying.ts';
import type { Entry } from './entry.ts';
import { askForQuote } from './quoting.ts';
import { ceilingOf, type Room } from './room.ts';
import type { Standing, StandingApprovals } from './standing.ts';
import { stateWords } from './words.ts';

export type BatchRequest = {
  runId?: number | undefined;
  toolRef?: string | undefined;
  input?: Record<string, unknown> | undefined;
  pages: number;
  ceiling: Amount;
  pagePrice?: Amount | undefined;
};

/** What ends a batch before its last page. Whatever was not foreseen by the approval is a surprise. */
class Surprise extends Error {
  readonly code: string;
  constructor(code: string, words: string) {
    super(words);
    this.name = 'Surprise';
    this.code = code;
  }
}

/** Several pages approved as one act with one ceiling: quoted and bought one by one, stopped at the first surprise. */
export function createBatches(room: Room, standing: StandingApprovals) {
  /** Those that this process is at. */
  const running = new Map<string, Promise<void>>();
  const waiting = new Set<() => void>();

  const must = (batchId: string): Standing =>
    standing.get('batch', batchId) ??
    fail('not_found', 'This batch is not in the journal. Nothing was bought.');

  /** Records the approval; the pages follow behind it. */
  async function approveBatch(request: BatchRequest): Promise<Batch> {
    const first =
      request.runId === undefined
        ? request.toolRef !== undefined && request.input !== undefined
          ? { toolRef: request.toolRef, input: request.input }
          : fail('invalid_input', 'Name the run to go on with, or the Tool and the request to begin with.')
        : (room.nextPageOf(request.runId) ??
          fail('no_next_page', 'This run has no further page that is known. Nothing was bought.'));
    const facts =
      room.toolFacts(first.toolRef) ?? fail('unknown_tool', 'This Tool is not in the kept catalogue.');
    const checked = room.checkInput(first.toolRef, first.input);
    if (!checked.ok)
      fail('invalid_input', 'The request does not keep the contract.', { fields: checked.problems });
    const { ceiling } = request;
    if (ceiling.units.startsWith('-')) fail('invalid_input', 'The ceiling cannot be below nothing.');
    const ground = await room.learnGround();
    if (ground.keyMark === 'none') fail('no_key', 'Buying needs an access key. Store one in Settings.');
    const id = room.newId();
    standing.open(
      {
        id,
        kind: 'batch',
        endedAt: null,
        endCode: null,
        endWords: null,
        marketplace: ground.marketplace,
        demo: ground.demo,
        account: ground.account,
        keyMark: ground.keyMark,
        toolRef: first.toolRef,
        toolId: facts.toolId,
        title: checked.title,
        input: checked.input,
        ceiling,
        pages: request.pages,
        pagePrice:
          request.pagePrice ?? (facts.listedPrice?.currency === ceiling.currency ? facts.listedPrice : null),
        runId: request.runId ?? null,
        until: null,
        createdAt: room.clock(),
      },
      `You approved ${request.pages} pages, at most ${formatAmount(ceiling)} in all.`,
    );
    room.publishChange();
    const work = run(id).finally(() => running.delete(id));
    running.set(id, work);
    return batchView(room, standing, must(id));
  }

  async function run(id: string): Promise<void> {
    try {
      const { pages } = must(id);
      for (let page = 0; page < (pages ?? 0); page++) await buyPage(id);
      standing.end(id, 'main', 'done', 'All its pages are bought.');
    } catch (error) {
      if (room.closed()) return;
      const [code, words] =
        error instanceof Surprise
          ? [error.code, error.message]
          : error instanceof ContractFailure
            ? [codeOf(error), error.failure.message]
            : ['trouble', 'Something could not be done or written down.'];
      endQuietly(id, code, words);
    }
    room.publishChange();
  }

  /** A data file that takes no word ends the batch as well: the next start finds it unfinished and ends it there. */
  function endQuietly(id: string, code: string, words: string): void {
    try {
      standing.end(id, 'main', code, words);
    } catch {
      room.storageFailed();
    }
  }

  const KNOWN_CODES: Readonly<Record<string, string>> = {
    approval_void: 'ground_changed',
    quote_expired: 'quote_expired',
    over_limit: 'over_limit',
    already_open: 'already_open',
  };
  const codeOf = (failure: ContractFailure): string => KNOWN_CODES[failure.failure.code] ?? 'trouble';

  function stillInForce(batch: Standing): Standing {
    const now = must(batch.id);
    if (room.closed() || now.endedAt !== null) throw new Surprise('by_person', 'It was stopped.');
    const ground = room.ground();
    if (ground.marketplace !== now.marketplace || ground.keyMark !== now.keyMark)
      throw new Surprise('ground_changed', 'The marketplace or the key has changed since the approval.');
    if (room.clock() < now.createdAt)
      throw new Surprise('clock_changed', 'The clock was set back since the approval.');
    return now;
  }

  async function buyPage(id: string): Promise<void> {
    const batch = stillInForce(must(id));
    const done = room.journal.under('batch', id);
    const request =
      batch.runId === null && done.length === 0
        ? { toolRef: batch.toolRef, input: batch.input }
        : batch.runId === null
          ? null
          : room.nextPageOf(batch.runId);
    if (request === null) throw new Surprise('no_more', 'The service has no further page.');
    const purchaseId = await askForQuote(room, { ...request, runId: batch.runId ?? undefined });
    const quoted = room.journal.must(purchaseId);
    if (quoted.state !== 'quoted' || !isQuoted(quoted)) throw new Surprise('refused', stateWords(quoted));
    const { quoteRef, toolVersion, inputDigest, price } = quoted;
    try {
      buy(batch, quoted, { quoteRef, toolVersion, inputDigest, price });
    } catch (error) {
      letGo(purchaseId);
      throw error;
    }
    const sent = sendCommand(room, purchaseId);
    sent.catch(() => undefined);
    await settledBy(purchaseId);
    const after = room.journal.must(purchaseId);
    if (after.state === 'unknown') throw new Surprise('outcome_unknown', stateWords(after));
    if (after.state !== 'completed') throw new Surprise('refused', stateWords(after));
    if (batch.runId === null && after.runId !== null) standing.setRun(id, after.runId);
    if (after.charged !== null && !sameAmount(after.charged, price))
      throw new Surprise(
        'price_changed',
        `${formatAmount(after.charged)} was charged where ${formatAmount(price)} was quoted.`,
      );
  }

  function buy(batch: Standing, quoted: Entry & { price: Amount }, shown: Shown): void {
    const now = stillInForce(batch);
    const most = ceilingOf({ price: quoted.price, ceiling: quoted.ceiling });
    judgePrice(now, most);
    approve(room, quoted.id, shown, {
      event: 'approved_in_batch',
      words: `Bought for ${formatAmount(quoted.price)} under your approval of ${now.pages} pages, at most ${formatAmount(now.ceiling)}.`,
      changes: { batchId: now.id },
      covers: () => {
        if (must(now.id).endedAt !== null) throw new Surprise('by_person', 'It was stopped.');
        const spent = spentUnder(room.journal.under('batch', now.id));
        const total = spent.find(({ currency }) => currency === most.currency);
        if (compareAmounts(total === undefined ? most : addAmounts(total, most), now.ceiling) > 0)
          throw new Surprise(
            'ceiling_reached',
            `One more page for ${formatAmount(most)} would go above ${formatAmount(now.ceiling)}.`,
          );
      },
    });
    if (now.pagePrice === null) standing.setPagePrice(now.id, most);
  }

  function judgePrice(batch: Standing, most: Amount): void {
    const { ceiling, pagePrice } = batch;
    if (most.currency !== ceiling.currency)
      throw new Surprise(
        'price_changed',
        `The page is priced in ${most.currency}, the approval in ${ceiling.currency}.`,
      );
    if (pagePrice === null) return;
    if (pagePrice.currency !== most.currency || compareAmounts(most, pagePrice) > 0)
      throw new Surprise(
        room.journal.under('batch', batch.id).length === 0 ? 'above_listed_price' : 'price_changed',
        `A page is quoted at ${formatAmount(most)} where ${formatAmount(pagePrice)} was shown.`,
      );
  }

  /** A quote that the batch does not take is not left waiting for a click. */
  function letGo(purchaseId: string): void {
    if (room.journal.get(purchaseId)?.state === 'quoted')
      room.journal.record(purchaseId, {
        event: 'voided',
        words: 'The approval of several pages does not cover it.',
      });
  }

  /** Waits until a purchase is settled or unknown, by being told of changes. */
  async function settledBy(purchaseId: string): Promise<void> {
    for (;;) {
      if (room.closed()) throw new Surprise('restarted', 'Milepost was closed.');
      const { state } = room.journal.must(purchaseId);
      if (!isUnresolved(state) || (state === 'unknown' && !room.busy.has(purchaseId))) return;
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  }

  return {
    approveBatch,
    list: (limit: number): Batch[] =>
      standing.list('batch', limit).map((batch) => batchView(room, standing, batch)),
    stop(batchId: string): Batch {
      must(batchId);
      standing.end(batchId, 'person', 'by_person', 'You stopped it.');
      room.publishChange();
      return batchView(room, standing, must(batchId));
    },
    /** No page is bought by itself after a restart: what was approved then was approved for what was seen then. */
    endUnfinished(): void {
      for (const batch of standing.inForce('batch'))
        if (!running.has(batch.id))
          standing.end(batch.id, 'main', 'restarted', 'Milepost was closed before all pages were bought.');
    },
    /** Something has changed in the journal, or the feature was closed. */
    wake(): void {
      const woken = [...waiting];
      waiting.clear();
      for (const resolve of woken) resolve();
    },
  };
}

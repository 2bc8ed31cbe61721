/** How the product handles each unfriendliness of the embedded marketplace, from catalogue to records. */
import { expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { requests } from '#shared/contract/index.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { UNFRIENDLINESSES } from '../../support/marketplace/unfriendly/index.ts';
import { until } from '../../support/product.ts';
import { openShop, type Shop, shownOf } from '../purchases/shop.ts';

/** The value, or the code of a mapped failure; anything else is thrown. */
async function orCode<Value>(work: () => Promise<Value> | Value): Promise<Value | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ContractFailure)) throw error;
    expect(error.failure.message).toMatch(/\w/);
    return error.failure.code;
  }
}

/** Whether the service has reported the order's state, or the order waits to be sent again. */
const isAnswered = ({ state, waitUntil, nextPollAt }: Purchase) =>
  !['approved', 'submitted'].includes(state) || waitUntil !== null || nextPollAt !== null;

const DAY_MS = 86_400_000;
const waitOf = (until: number | null) =>
  until === null ? 'none named' : until - Date.now() > DAY_MS ? 'more than a day' : 'named';

/** The main workflow from the catalogue to the records, with this unfriendliness active. */
async function mainJob({ control, product, toolRef, search, show }: Shop) {
  const { catalogue, awards, purchases, results, marketplace } = product.handlers;
  await marketplace.refresh(undefined);
  const freshness = await orCode(() => catalogue.freshness({ from: 'service' }));
  const listed = await orCode(() => catalogue.list({ from: 'service' }));
  const read = await orCode(() => awards.tools({ refresh: true }));
  const job = {
    contradiction: typeof freshness === 'string' ? freshness : (freshness?.contradiction ?? null),
    listed: typeof listed === 'string' ? listed : (listed?.items.length ?? null),
    found: typeof read === 'string' ? read : read.tools.length,
    saidAbsent: typeof read !== 'string' && read.absence?.proven === true,
  };
  const quoted = await orCode(async () =>
    requests.purchases.quote.output.parse(await purchases.quote({ toolRef, input: search() })),
  );
  if (typeof quoted === 'string') return { ...job, quoted };
  const { purchaseId } = quoted;
  if (quoted.quote === null) return { ...job, quoted: quoted.state };
  const approved = await orCode(() => purchases.approve({ purchaseId, shown: shownOf(quoted) }));
  if (typeof approved === 'string') return { ...job, approved };
  await until(product, async () => isAnswered(await show(purchaseId)));
  const bought = await show(purchaseId);
  const run =
    bought.runId === null ? null : await results.scope({ scope: { kind: 'run', runId: bought.runId } });
  const { calls, charges } = await control.books();
  return {
    ...job,
    state: bought.state,
    wait: waitOf(bought.waitUntil),
    alarm: bought.chargeAlarm?.kind ?? null,
    records: run?.records ?? null,
    remarks: run?.run?.remarks.length ?? null,
    calls: calls.length,
    charges: charges.length,
  };
}

const USUAL = {
  contradiction: null,
  listed: 16,
  found: 1,
  saidAbsent: false,
  state: 'completed',
  wait: 'none named',
  alarm: null,
  records: 10,
  remarks: 0,
  calls: 1,
  charges: 1,
};
const NOT_TAKEN = { records: null, remarks: null, calls: 0, charges: 0 };
const LEFT_TO_WAIT = { ...NOT_TAKEN, state: 'submitted', wait: 'named' };

/** What differs from the usual, by the kind of unfriendliness; everything else succeeds as usual. */
const UNLIKE: Readonly<Record<string, object>> = {
  acknowledgement_lost_then_410: { state: 'unknown', records: null, remarks: null },
  order_lost_then_410: { ...NOT_TAKEN, state: 'unknown' },
  charge_more: { alarm: 'more' },
  charge_negative: { alarm: 'negative' },
  charge_other_currency: { alarm: 'other_currency' },
  charge_state_unknown: { alarm: 'not_understood' },
  retry_after_zero: { ...LEFT_TO_WAIT, wait: 'none named' },
  retry_after_past: { ...LEFT_TO_WAIT, wait: 'none named' },
  pending_wait_zero: { ...NOT_TAKEN, state: 'pending', calls: 1 },
  retryable_false: { ...NOT_TAKEN, state: 'refused' },
  wait_with_500: { ...LEFT_TO_WAIT, state: 'unknown' },
  wait_with_502: { ...LEFT_TO_WAIT, state: 'unknown' },
  wait_in_error_member: LEFT_TO_WAIT,
  wait_of_two_days: { ...LEFT_TO_WAIT, wait: 'more than a day' },
  wait_as_imf_date: LEFT_TO_WAIT,
  wait_as_rfc850_date: LEFT_TO_WAIT,
  wait_as_asctime_date: LEFT_TO_WAIT,
  list_under_other_name: { listed: 0 },
  items_missing: { listed: 0 },
  items_no_list: { listed: 0 },
  count_without_items: { listed: 0 },
  fresh_and_failed: { contradiction: 'its refresh is “failed”' },
  fresh_and_old: { contradiction: 'it was last read completely 40 hours ago' },
  award_members_added: { remarks: 1 },
  award_count_unlike_rows: { remarks: 1 },
};

/** What ends before an order is sent. */
const STOPPED: Readonly<Record<string, object>> = {
  origin_asks_to_wait: { contradiction: 'rate_limited', quoted: 'not_quoted' },
  quote_above_listing: { approved: 'above_authorisation' },
  // Bound by hand it succeeds: test/integration/marketplace/binding-by-hand.test.ts.
  input_called_arguments: { quoted: 'not_quoted' },
};

/** Each has tests of its own too. */
it.each(UNFRIENDLINESSES.map(({ kind, shows }) => [kind, shows] as const))(
  'the main workflow with %s: %s',
  async (kind) => {
    const shop = await openShop();
    try {
      await shop.control.beUnfriendly(kind);
      const stopped = STOPPED[kind];
      const job = await mainJob(shop);
      if (stopped === undefined) expect(job).toEqual({ ...USUAL, ...UNLIKE[kind] });
      else {
        expect(job).toMatchObject(stopped);
        expect((await shop.control.books()).calls).toEqual([]);
      }
    } finally {
      await shop.close();
    }
  },
);

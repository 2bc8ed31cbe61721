/** The purchases of one approval as one line of the table. Pure. */
import type { PurchaseSummary } from '#shared/contract/purchases.ts';
import { plural } from '#shared/formats.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import { type PurchaseState, UNRESOLVED_STATES } from '#shared/purchase/state.ts';

export type PurchaseLine =
  | { kind: 'one'; item: PurchaseSummary }
  | { kind: 'approval'; batchId: string; items: readonly PurchaseSummary[] };

/** Purchases approved together are placed where the newest of them is; a single one stays as it is. */
export function purchaseLines(items: readonly PurchaseSummary[]): PurchaseLine[] {
  const together = Map.groupBy(items, ({ batchId }) => batchId);
  const listed = new Set<string>();
  return items.flatMap((item): PurchaseLine[] => {
    const { batchId } = item;
    const others = batchId === null ? [] : (together.get(batchId) ?? []);
    if (batchId === null || others.length < 2) return [{ kind: 'one', item }];
    if (listed.has(batchId)) return [];
    listed.add(batchId);
    return [{ kind: 'approval', batchId, items: others }];
  });
}

export type ApprovalLine = {
  title: string;
  /** `6 pages, one approval`. */
  detail: string;
  /** The state that most needs the user's attention, and how many are in it where not all are. */
  state: PurchaseState;
  count: number;
  price: readonly Amount[];
  counted: readonly Amount[];
};

/** States in order of attention needed. */
const BY_WEIGHT: readonly PurchaseState[] = [...UNRESOLVED_STATES.toReversed(), 'refused', 'not_sent'];

const weightOf = (state: PurchaseState): number => {
  const place = BY_WEIGHT.indexOf(state);
  return place < 0 ? BY_WEIGHT.length : place;
};

/** @param items at least one */
export function approvalLine(items: readonly PurchaseSummary[]): ApprovalLine {
  const [first] = items;
  if (first === undefined) throw new RangeError('An approval without purchases has no line.');
  const titles = new Set(items.map(({ title }) => title));
  const { state } = items.reduce((most, item) => (weightOf(item.state) < weightOf(most.state) ? item : most));
  return {
    title: titles.size === 1 ? first.title : plural(titles.size, 'search', 'searches'),
    detail: `${plural(items.length, 'page')}, one approval`,
    state,
    count: items.filter((item) => item.state === state).length,
    price: totalsByCurrency(items.flatMap(({ price }) => price ?? [])),
    counted: totalsByCurrency(items.flatMap(({ counted }) => counted ?? [])),
  };
}

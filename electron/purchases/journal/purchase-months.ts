import { monthBounds, monthOf } from '#shared/dates.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import type { PurchaseState } from '#shared/purchase/state.ts';
import type { Storage } from '../../storage/open.ts';
import { unlessStorageFails } from '../../storage/problem.ts';
import { hasNoAmount } from './damaged.ts';
import type { CountedEntry } from './entry.ts';
import type { Journal } from './journal.ts';
import { countedAmounts } from './spending.ts';

/** Purchases that are equal for every total and filter, summed; one amount per currency. */
export type AlikePurchases = {
  toolId: string;
  /** The latest title. */
  toolTitle: string;
  state: PurchaseState;
  chargeState: string | null;
  /** The currency of the quotes; null if there were none. */
  currency: string | null;
  purchases: number;
  /** Whether nothing stored says what each cost; see `hasNoAmount`. */
  isUnread: boolean;
  counted: Amount[];
  /** Whether each counts for more than zero. */
  isCharged: boolean;
  quoted: Amount[];
};

export type CountedMonth = { month: string; alike: AlikePurchases[] };

const isNotZero = ({ units }: Amount): boolean => BigInt(units) !== 0n;

/** Sums purchases given oldest first; those without an order count in no total. */
export function addedUp(entries: readonly CountedEntry[]): AlikePurchases[] {
  const groups = new Map<string, { one: Omit<AlikePurchases, 'counted' | 'quoted'>; of: CountedEntry[] }>();
  for (const entry of entries) {
    if (entry.submittedAt === null || entry.state === 'not_sent') continue;
    const { toolId, toolTitle, state, chargeState } = entry;
    const counted = countedAmounts(entry);
    const currency = entry.price?.currency ?? null;
    const isCharged = counted.some(isNotZero);
    const currencies = counted.map((amount) => amount.currency);
    const isUnread = hasNoAmount(entry);
    const key = JSON.stringify([toolId, state, chargeState, currency, isCharged, isUnread, currencies]);
    const group = groups.get(key) ?? {
      one: { toolId, toolTitle, state, chargeState, currency, isCharged, isUnread, purchases: 0 },
      of: [],
    };
    group.one.toolTitle = toolTitle;
    group.one.purchases += 1;
    group.of.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ one, of }) => ({
    ...one,
    counted: totalsByCurrency(of.flatMap(countedAmounts)),
    quoted: totalsByCurrency(of.flatMap(({ price }) => price ?? [])),
  }));
}

type MonthRow = { month: string; starts: number; ends: number };

/**
 * Monthly spending. A month is computed on request after any of it has changed, which the file notes itself, and read
 * from its stored sums otherwise. If the file cannot be written now, it is computed without being stored.
 */
export function openMonths({ db, transaction }: Pick<Storage, 'db' | 'transaction'>, journal: Journal) {
  const selectMonths = db.prepare<[], MonthRow>('SELECT month, starts, ends FROM purchase_months');
  const selectContents = db.prepare<[number], { month: string; content: string }>(
    'SELECT month, content FROM purchase_months WHERE demo = ? ORDER BY month',
  );
  const selectChanged = db
    .prepare<[number], number>('SELECT submitted_at FROM purchase_months_changed WHERE demo = ?')
    .pluck();
  const selectSubmitted = db
    .prepare<[number], number>(
      'SELECT submitted_at FROM purchases WHERE demo = ? AND submitted_at IS NOT NULL',
    )
    .pluck();
  const remove = db.prepare<[number, string]>('DELETE FROM purchase_months WHERE demo = ? AND month = ?');
  const insert = db.prepare<[number, string, number, number, string]>(
    'INSERT INTO purchase_months (demo, month, starts, ends, content) VALUES (?, ?, ?, ?, ?)',
  );
  const setCounted = db.prepare<[number]>('DELETE FROM purchase_months_changed WHERE demo = ?');

  const count = (demo: boolean, submitted: readonly number[]): CountedMonth[] =>
    [...new Set(submitted.map(monthOf))].map((month) => {
      return { month, alike: countNow(demo, month) };
    });

  /** Whether the months were computed for another time zone than the present one. */
  const isOtherTimeZone = (): boolean =>
    selectMonths.all().some(({ month, starts, ends }) => {
      const { from, until } = monthBounds(month);
      return starts !== from || ends !== until;
    });

  function countChanged(demo: boolean): void {
    // Does not wait for a program that is holding the file.
    const patience = Number(db.pragma('busy_timeout', { simple: true }));
    db.pragma('busy_timeout = 0');
    try {
      transaction(() => {
        if (isOtherTimeZone())
          db.exec(`DELETE FROM purchase_months;
            INSERT OR IGNORE INTO purchase_months_changed
              SELECT demo, submitted_at FROM purchases WHERE submitted_at IS NOT NULL`);
        for (const { month, alike } of count(demo, selectChanged.all(Number(demo)))) {
          const { from, until } = monthBounds(month);
          remove.run(Number(demo), month);
          if (alike.length > 0) insert.run(Number(demo), month, from, until, JSON.stringify(alike));
        }
        setCounted.run(Number(demo));
      });
    } finally {
      db.pragma(`busy_timeout = ${patience}`);
    }
  }

  /** Every month with an order, oldest first. */
  return (demo: boolean): CountedMonth[] => {
    const isMoved = isOtherTimeZone();
    if (!isMoved && selectChanged.get(Number(demo)) === undefined) return stored(demo);
    return unlessStorageFails(
      () => {
        countChanged(demo);
        return stored(demo);
      },
      () => {
        const changed = isMoved ? selectSubmitted : selectChanged;
        const counted = count(demo, changed.all(Number(demo)));
        const known = isMoved ? [] : stored(demo);
        return [...new Map([...known, ...counted].map((one) => [one.month, one])).values()]
          .filter(({ alike }) => alike.length > 0)
          .sort((a, b) => (a.month < b.month ? -1 : 1));
      },
    );
  };

  function countNow(demo: boolean, month: string): AlikePurchases[] {
    const { from, until } = monthBounds(month);
    return addedUp(journal.countedBetween(demo, from, until));
  }

  function stored(demo: boolean): CountedMonth[] {
    return selectContents
      .all(Number(demo))
      .map(({ month, content }) => ({ month, alike: sumsIn(content) ?? countNow(demo, month) }));
  }
}

/** Stored sums; null if they are damaged, and counted again then. */
function sumsIn(content: string): AlikePurchases[] | null {
  try {
    return JSON.parse(content) as AlikePurchases[];
  } catch {
    return null;
  }
}

export type Months = ReturnType<typeof openMonths>;

import type { BackupContents } from '#shared/contract/program/backup.ts';
import { sqlStates, UNRESOLVED_STATES } from '#shared/purchase/state.ts';
import { countRows, type StoredRow } from '../../backup/rows.ts';
import type { DatabaseConnection } from '../../storage/open.ts';
import { lowersSpending, progressOf } from './counted-less.ts';
import { knowsMore } from './later-purchase.ts';

/** The number of purchases for which an attached backup would count less. */
export function loweredBy(db: DatabaseConnection): number {
  const both = db
    .prepare<[], string>('SELECT id FROM other.purchases WHERE id IN (SELECT id FROM main.purchases)')
    .pluck()
    .all();
  const there = db.prepare<[string], StoredRow>('SELECT * FROM other.purchases WHERE id = ?');
  const here = db.prepare<[string], StoredRow>('SELECT * FROM main.purchases WHERE id = ?');
  return both.filter((id) => {
    const [theirs, ours] = [there.get(id) ?? {}, here.get(id) ?? {}];
    return knowsMore(progressOf(theirs), progressOf(ours)) && lowersSpending(theirs, ours);
  }).length;
}

const UNRESOLVED = sqlStates(UNRESOLVED_STATES);
const ORDERED = '(submitted_at IS NOT NULL)';
const NEW = 'id NOT IN (SELECT id FROM main.purchases)';

/**
 * What an attached backup (`other`) contains of purchases and permissions.
 * @param identity the current marketplace
 */
export function purchaseContents(db: DatabaseConnection, identity: string): Partial<BackupContents> {
  const marketplaces = db
    .prepare<[], { identity: string; demo: number; purchases: number }>(
      `SELECT marketplace AS identity, max(demo) AS demo, count(submitted_at) AS purchases
       FROM other.purchases GROUP BY marketplace ORDER BY purchases DESC, marketplace`,
    )
    .all();
  return {
    purchases: countRows(db, `other.purchases WHERE ${ORDERED}`),
    quotes: countRows(db, `other.purchases WHERE NOT ${ORDERED}`),
    unresolved: countRows(db, `other.purchases WHERE state IN ${UNRESOLVED}`),
    newPurchases: countRows(db, `other.purchases WHERE ${ORDERED} AND ${NEW}`),
    newQuotes: countRows(db, `other.purchases WHERE NOT ${ORDERED} AND ${NEW}`),
    lowered: loweredBy(db),
    permissions: countRows(
      db,
      `other.standing_approvals WHERE kind = 'grant' AND ended_at IS NULL
         AND id NOT IN (SELECT id FROM main.standing_approvals)`,
    ),
    marketplaces: marketplaces.map(({ identity: name, demo, purchases }) => ({
      name: demo === 1 ? 'the demo marketplace' : name,
      demo: demo === 1,
      inUse: name === identity,
      purchases,
    })),
  };
}

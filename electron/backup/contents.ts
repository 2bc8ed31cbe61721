import type { BackupContents } from '#shared/contract/program/backup.ts';
import { sqlStates, UNRESOLVED_STATES } from '#shared/purchase/state.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { lowers, progressOf } from './merge/counted-less.ts';
import { knowsMore } from './merge/later-purchase.ts';
import type { StoredRow } from './merge/merging.ts';

/** How many purchases would count as less than they do here, by what an attached backup knows of them. */
function loweredBy(db: DatabaseConnection): number {
  const both = db
    .prepare<[], string>('SELECT id FROM other.purchases WHERE id IN (SELECT id FROM main.purchases)')
    .pluck()
    .all();
  const there = db.prepare<[string], StoredRow>('SELECT * FROM other.purchases WHERE id = ?');
  const here = db.prepare<[string], StoredRow>('SELECT * FROM main.purchases WHERE id = ?');
  return both.filter((id) => {
    const [theirs, ours] = [there.get(id), here.get(id)];
    return (
      theirs !== undefined &&
      ours !== undefined &&
      knowsMore(progressOf(theirs), progressOf(ours)) &&
      lowers(theirs, ours)
    );
  }).length;
}

const UNRESOLVED = sqlStates(UNRESOLVED_STATES);

/**
 * What an attached backup (`other`) holds, and how much of it is not in the data file yet.
 * @param identity the marketplace in use
 */
export function contentsOf(db: DatabaseConnection, madeAt: number | null, identity: string): BackupContents {
  const counted = (sql: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? 0;
  const marketplaces = db
    .prepare<[], { identity: string; demo: number; purchases: number }>(
      `SELECT marketplace AS identity, max(demo) AS demo, count(*) AS purchases
       FROM other.purchases GROUP BY marketplace ORDER BY purchases DESC, marketplace`,
    )
    .all();
  return {
    madeAt,
    searches: counted('other.award_searches'),
    runs: counted('other.award_runs'),
    records: counted('other.award_records'),
    purchases: counted('other.purchases'),
    unresolved: counted(`other.purchases WHERE state IN ${UNRESOLVED}`),
    trips: counted('other.trips WHERE removed_at IS NULL'),
    marks: counted('other.record_marks'),
    templates: counted('other.search_templates'),
    newPurchases: counted('other.purchases WHERE id NOT IN (SELECT id FROM main.purchases)'),
    newPages: counted(
      'other.award_pages WHERE purchase_id NOT IN (SELECT purchase_id FROM main.award_pages)',
    ),
    newTrips: counted('other.trips WHERE removed_at IS NULL AND id NOT IN (SELECT id FROM main.trips)'),
    lowered: loweredBy(db),
    permissions: counted(
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

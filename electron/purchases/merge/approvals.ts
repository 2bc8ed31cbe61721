import type { Merging } from '../../backup/part.ts';
import { columnsOf } from '../../backup/rows.ts';
import { openStandingApprovals } from '../journal/standing-approvals.ts';

/**
 * Merges standing approvals, as ended: a permission on one machine is none on another. Existing
 * ones stay unchanged. Returns how many were in force until then.
 */
export function mergeApprovals({ db, now, from }: Merging): number {
  const columns = columnsOf(db, 'standing_approvals').filter((column) => column !== 'run_id');
  const standing = openStandingApprovals({ db }, now);
  const missing = db
    .prepare<[], { id: string; inForce: number; kind: string }>(
      `SELECT id, ended_at IS NULL AS inForce, kind FROM other.standing_approvals
       WHERE id NOT IN (SELECT id FROM main.standing_approvals) ORDER BY created_at, rowid`,
    )
    .all();
  const copy = db.prepare(
    `INSERT INTO main.standing_approvals (${columns.join(', ')})
     SELECT ${columns.join(', ')} FROM other.standing_approvals WHERE id = ?`,
  );
  for (const { id, inForce, kind } of missing) {
    copy.run(id);
    if (inForce === 1)
      standing.end(
        id,
        'restored',
        kind === 'grant'
          ? `It was restored from ${from}. Give it again on this machine if it should hold here.`
          : `It was restored from ${from}, and does not go on here.`,
      );
  }
  return missing.filter(({ inForce, kind }) => inForce === 1 && kind === 'grant').length;
}

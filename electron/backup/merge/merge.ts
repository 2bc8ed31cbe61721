import type { Restored } from '#shared/contract/program/backup.ts';
import { utcDay } from '#shared/dates.ts';
import type { Storage } from '../../storage/open.ts';
import { mergeActivity } from './activity.ts';
import { count, type Merging, type ReportProgress } from './merging.ts';
import { mergePages, nameRuns } from './pages.ts';
import { mergePermissions } from './permissions.ts';
import { mergePurchases } from './purchases.ts';
import { mergeViews } from './saved-views.ts';
import { mergeUserData } from './user-data.ts';

export type MergeDeps = {
  storage: Storage;
  /** UTC ms. */
  now: () => number;
  report: ReportProgress;
  madeAt: number | null;
  /** The demo marketplace here, where the backup's demo purchases were filed under it. */
  demoFiledUnder: string | null;
  mayLower: boolean;
};

/**
 * Puts an attached backup (`other`) together with the data file, in one transaction: all of it, or nothing. What is here is
 * never lost, and never replaced by what is older. Merging the same backup again changes nothing. Nothing about money
 * becomes looser by it: limits are not taken over, permissions arrive ended, quotes void, and what is open as open. What
 * services say of themselves and their Tools is not taken over: this machine asks them itself.
 */
export function mergeBackup({ storage, now, report, madeAt, demoFiledUnder, mayLower }: MergeDeps): Restored {
  const { db } = storage;
  const from = madeAt === null ? 'a backup' : `a backup of ${utcDay(madeAt)}`;
  const merging: Merging = { storage, db, now, from, demoFiledUnder, mayLower, report };
  return storage.transaction(() => {
    const records = count(db, 'award_records');
    const purchases = mergePurchases(merging);
    report('Permissions', 0, 1);
    const permissionsEnded = mergePermissions(merging);
    const pages = mergePages(merging);
    nameRuns(merging, pages.runs, [...purchases.added, ...purchases.replaced]);
    markInterpreted(merging);
    report('What you added of your own', 0, 1);
    const userData = mergeUserData(merging);
    mergeViews(merging, { searches: searchesHere(merging), runs: pages.runs }, pages.renumbered);
    mergeActivity(merging);
    report('Writing it to the disk', 0, 1);
    return {
      purchases: purchases.added.length,
      settled: purchases.settled,
      unresolved: purchases.unresolved,
      unresolvedDemo: purchases.unresolvedDemo,
      voided: purchases.voided,
      heldBack: purchases.heldBack,
      permissionsEnded,
      pages: pages.added,
      records: count(db, 'award_records') - records,
      pagesWithoutAnswer: pages.withoutAnswer,
      renumbered: pages.renumbered !== null,
      ...userData,
    };
  });
}

/** What each search of the backup is called here. */
function searchesHere({ db }: Merging): Map<number, number> {
  const rows = db
    .prepare<[], { there: number; here: number }>(
      `SELECT t.id AS there, h.id AS here FROM other.award_searches t
       JOIN main.award_searches h ON h.identity = t.identity AND h.criteria = t.criteria`,
    )
    .all();
  return new Map(rows.map(({ there, here }) => [there, here]));
}

/** Outputs of Tools without records need no reading; the rest are read at once by the purchases' own ways. */
function markInterpreted({ db }: Merging): void {
  db.exec(
    `UPDATE main.outputs SET interpreted = 1 WHERE interpreted = 0 AND purchase_id IN (
       SELECT id FROM main.purchases WHERE interpretation IS NULL)`,
  );
}

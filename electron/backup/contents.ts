import type { BackupContents } from '#shared/contract/program/backup.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import type { BackupParts } from './part.ts';

const NOTHING: Omit<BackupContents, 'madeAt'> = {
  searches: 0,
  runs: 0,
  records: 0,
  purchases: 0,
  unresolved: 0,
  trips: 0,
  marks: 0,
  templates: 0,
  newPurchases: 0,
  newPages: 0,
  newTrips: 0,
  lowered: 0,
  permissions: 0,
  marketplaces: [],
};

/**
 * Counts the contents of an attached backup (`other`), and those not yet in the data file.
 * @param identity the marketplace in use
 */
export const contentsOf = (
  parts: BackupParts,
  db: DatabaseConnection,
  madeAt: number | null,
  identity: string,
): BackupContents =>
  Object.assign({ madeAt, ...NOTHING }, ...parts.map(({ contents }) => contents?.(db, identity)));

import type { BackupPart } from '../backup/part.ts';
import type { DatabaseConnection } from '../storage/open.ts';

/** Outputs are merged with their purchases. */
export const outputsBackup: BackupPart = {
  tables: [{ name: 'outputs' }, { name: 'output_candidates' }],
};

/** Copies a purchase's output from the backup, unless one exists. Its records are derived later. */
export function copyOutputs(db: DatabaseConnection): (purchaseId: string) => void {
  const output = db.prepare(
    `INSERT INTO main.outputs (purchase_id, via, encoding, bytes, received_at, output_at, interpreted)
     SELECT purchase_id, via, encoding, bytes, received_at, output_at, 0 FROM other.outputs WHERE purchase_id = ?
     ON CONFLICT (purchase_id) DO NOTHING`,
  );
  const candidate = db.prepare(
    `INSERT INTO main.output_candidates (purchase_id, via, bytes, received_at)
     SELECT purchase_id, via, bytes, received_at FROM other.output_candidates WHERE purchase_id = ?
     ON CONFLICT (purchase_id) DO UPDATE SET via = excluded.via, bytes = excluded.bytes, received_at = excluded.received_at
       WHERE excluded.received_at > received_at`,
  );
  return (purchaseId) => {
    output.run(purchaseId);
    candidate.run(purchaseId);
  };
}

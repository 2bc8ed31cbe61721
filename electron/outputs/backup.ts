import type { BackupPart } from '../backup/part.ts';
import type { DatabaseConnection } from '../storage/open.ts';

/** Outputs are merged with their purchases. */
export const outputsBackup: BackupPart = {
  tables: [{ name: 'outputs' }, { name: 'output_candidates' }, { name: 'output_pieces' }],
};

/** Copies a purchase's output from the backup, unless one exists. Its records are derived later. */
export function copyOutputs(db: DatabaseConnection): (purchaseId: string) => void {
  const output = db.prepare(
    `INSERT INTO main.outputs (purchase_id, via, received_at, output_at, interpreted, pieces, bytes)
     SELECT purchase_id, via, received_at, output_at, 0, pieces, bytes FROM other.outputs WHERE purchase_id = ?
     ON CONFLICT (purchase_id) DO NOTHING`,
  );
  const candidate = db.prepare(
    `INSERT INTO main.output_candidates (purchase_id, received_at, pieces, bytes)
     SELECT purchase_id, received_at, pieces, bytes FROM other.output_candidates WHERE purchase_id = ?
     ON CONFLICT (purchase_id) DO UPDATE SET received_at = excluded.received_at, pieces = excluded.pieces,
       bytes = excluded.bytes
       WHERE excluded.received_at > received_at`,
  );
  // What takes nothing over removes them again, with the next large answer.
  const pieces = db.prepare(
    `INSERT INTO main.output_pieces (answer, position, bytes) SELECT answer, position, bytes FROM other.output_pieces
     WHERE answer IN (SELECT pieces FROM other.outputs WHERE purchase_id = @id
       UNION ALL SELECT pieces FROM other.output_candidates WHERE purchase_id = @id)
     ON CONFLICT (answer, position) DO NOTHING`,
  );
  return (purchaseId) => {
    pieces.run({ id: purchaseId });
    output.run(purchaseId);
    candidate.run(purchaseId);
  };
}

import type { Amount } from '#shared/money.ts';
import { amountOfColumn } from '../storage/json-of-column.ts';
import type { Storage } from '../storage/open.ts';

/** A record's purchase, as shown in its drawer. */
export type CallProvenance = {
  callRef: string | null;
  requestId: string | null;
  cost: Amount | null;
  /** The capability's ID if the Tool names one, else the Tool's reference. */
  toolId: string;
  toolTitle: string;
};

type Row = Omit<CallProvenance, 'cost'> & { amounts: string };

/** Reads the provenance of records. Called often, so it reads only these columns. */
export function openProvenance({ db }: Pick<Storage, 'db'>): (purchaseId: string) => CallProvenance | null {
  const select = db.prepare<[string], Row>(
    `SELECT call_ref AS callRef, request_id AS requestId, json_array(charged, price, ceiling) AS amounts,
       tool_id AS toolId, tool_title AS toolTitle
     FROM purchases WHERE id = ?`,
  );
  return (purchaseId) => {
    const row = select.get(purchaseId);
    if (row === undefined) return null;
    const { amounts, ...known } = row;
    // Where what was charged is damaged in the file, what was approved counts, as among the purchases.
    const [cost = null] = (JSON.parse(amounts) as (string | null)[]).flatMap(
      (column) => amountOfColumn(column) ?? [],
    );
    return { ...known, cost };
  };
}

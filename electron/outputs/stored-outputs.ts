import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { OutputSummary } from '#shared/contract/outputs.ts';
import { jsonOfColumn } from '../storage/json-of-column.ts';
import type { Storage } from '../storage/open.ts';
import { openOutputs, textAsItCame } from './outputs.ts';

export type StoredOutputsDeps = {
  storage: Storage;
  /** The stored output schema of a Tool; null if there is none. */
  outputSchema: (toolRef: string) => unknown;
};

type Row = {
  id: string;
  tool_ref: string;
  tool_title: string;
  title: string;
  input: string;
  normalized_input: string | null;
  received_at: number;
  call_ref: string | null;
  request_id: string | null;
  run_id: number | null;
  /** 0 if only an unreadable answer exists. */
  understood: number;
};

/** Outputs, and unreadable answers of Calls without one. */
const ROWS = `
  SELECT p.id, p.tool_ref, p.tool_title, p.title, p.input, p.normalized_input,
    coalesce(o.received_at, c.received_at) AS received_at, p.call_ref, p.request_id, p.run_id,
    o.purchase_id IS NOT NULL AS understood
  FROM purchases p LEFT JOIN outputs o ON o.purchase_id = p.id
  LEFT JOIN output_candidates c ON c.purchase_id = p.id`;

const DEFAULT_LIMIT = 200;

const summaryOf = (row: Row): OutputSummary => ({
  purchaseId: row.id,
  toolRef: row.tool_ref,
  toolTitle: row.tool_title,
  title: row.title,
  receivedAt: row.received_at,
  callRef: row.call_ref,
  requestId: row.request_id,
  runId: row.run_id,
  ...(row.understood === 0 && { understood: false }),
});

/** Reads outputs of Calls from the data file, without the service or its catalogue. */
export function storedOutputs({ storage, outputSchema }: StoredOutputsDeps): ContractHandlers['outputs'] {
  const outputs = openOutputs(storage);
  const newest = storage.db.prepare<{ limit: number }, Row>(
    `${ROWS} WHERE p.id IN (SELECT id FROM (
       SELECT * FROM (SELECT purchase_id AS id, received_at FROM outputs ORDER BY received_at DESC, rowid DESC LIMIT @limit)
       UNION ALL SELECT * FROM (SELECT purchase_id, received_at FROM output_candidates d
         WHERE NOT EXISTS (SELECT 1 FROM outputs WHERE purchase_id = d.purchase_id)
         ORDER BY received_at DESC LIMIT @limit)
       ORDER BY received_at DESC LIMIT @limit))
     ORDER BY coalesce(o.received_at, c.received_at) DESC, o.rowid DESC`,
  );
  const one = storage.db.prepare<[string], Row>(
    `${ROWS} WHERE p.id = ? AND (o.purchase_id IS NOT NULL OR c.purchase_id IS NOT NULL)`,
  );
  return {
    list: ({ limit }) => ({ items: newest.all({ limit: limit ?? DEFAULT_LIMIT }).map(summaryOf) }),
    read: ({ purchaseId }) => {
      const row = one.get(purchaseId);
      if (row === undefined)
        fail('not_found', 'No output is stored for this purchase: it brought none, or is not settled yet.', {
          purchaseId,
        });
      const candidate = row.understood === 0 ? outputs.candidateOf(purchaseId) : null;
      const output = row.understood === 0 ? (candidate?.value ?? null) : outputs.outputOf(purchaseId);
      return {
        ...summaryOf(row),
        input: jsonOfColumn(row.normalized_input) ?? jsonOfColumn(row.input) ?? {},
        output,
        outputText: candidate?.text ?? textAsItCame(output, output),
        outputSchema: outputSchema(row.tool_ref),
      };
    },
  };
}

import type { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { OutputSummary, outputRequests } from '#shared/contract/outputs.ts';
import { jsonOfColumn } from '../storage/json-of-column.ts';
import type { Storage } from '../storage/open.ts';
import { openOutputs } from './outputs.ts';

export type StoredOutputsDeps = {
  storage: Storage;
  /** The stored output schema of a Tool; null if there is none. */
  outputSchema: (toolRef: string) => unknown;
  piece: (purchaseId: string, offset: number) => OutputPiece | Promise<OutputPiece>;
};
type OutputPiece = z.output<(typeof outputRequests)['text']['output']>;

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

const nothing = (purchaseId: string): never =>
  fail('not_found', 'No output is stored for this purchase: it brought none, or is not settled yet.', {
    purchaseId,
  });

/** Characters of an output that are handed over at once: some ten milliseconds at most, whoever takes them. */
const PIECE = 1024 * 1024;

/** Reads texts of outputs in pieces, which another thread can do. The text of the last one is held until its end is read. */
export function outputReads(storage: Storage) {
  const { textOf } = openOutputs(storage);
  let held: { purchaseId: string; text: string } | null = null;
  return {
    outputPiece(purchaseId: string, offset: number): OutputPiece {
      if (held?.purchaseId !== purchaseId)
        held = { purchaseId, text: textOf(purchaseId) ?? nothing(purchaseId) };
      const { text } = held;
      const next = Math.min(offset + PIECE, text.length);
      const done = next === text.length;
      if (done) held = null;
      return { text: text.slice(offset, next), next, done };
    },
  };
}

/** Reads outputs of Calls from the data file, without the service or its catalogue. */
export function storedOutputs({
  storage,
  outputSchema,
  piece,
}: StoredOutputsDeps): ContractHandlers['outputs'] {
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
      if (row === undefined) return nothing(purchaseId);
      return {
        ...summaryOf(row),
        input: jsonOfColumn(row.normalized_input) ?? jsonOfColumn(row.input) ?? {},
        outputSchema: outputSchema(row.tool_ref),
      };
    },
    text: ({ purchaseId, offset }) => piece(purchaseId, offset),
  };
}

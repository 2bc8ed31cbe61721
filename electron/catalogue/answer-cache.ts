import type { Tool } from '#shared/contract/catalogue.ts';
import type { Came } from '../marketplace/answers/list-headers.ts';
import { bounded } from '../marketplace/outside/bounded.ts';
import { jsonOfColumn } from '../storage/json-of-column.ts';
import type { Storage } from '../storage/open.ts';
import { readTool } from './readers/tool-reading.ts';

/** An answer as received, with its time. */
const DAMAGED = Symbol('damaged');

export type CachedAnswer = {
  body: unknown;
  asOf: number;
  requestId: string | null;
  /** Status and headers of a fresh answer; they are not stored. */
  came?: Came;
};
export type AnswerKind = 'freshness' | 'list' | 'search' | 'describe' | 'compare';

/** Cached answers are parsed whenever a screen opens, so the bound is a few times that of the largest page (50 Tools). */
const MAX_CACHED = { nodes: 60_000, characters: 2_000_000 };

/** Catalogue answers cached for offline use, separately for each marketplace. Oversized answers are not cached. */
export type AnswerCache = {
  read(identity: string, kind: AnswerKind, question: string): CachedAnswer | null;
  write(identity: string, kind: AnswerKind, question: string, answer: CachedAnswer): void;
  /** Caches Tools as received in any answer. */
  writeTools(identity: string, raw: readonly unknown[], asOf: number, requestId: string | null): void;
  /** Every cached Tool of that marketplace, newest first. */
  tools(identity: string): { tool: Tool; asOf: number; requestId: string | null }[];
};

type AnswerRow = { body: string; as_of: number; request_id: string | null };
type ToolRow = { candidate: string; as_of: number; request_id: string | null };

export function answerCache(storage: Storage): AnswerCache {
  const { db } = storage;
  const select = db.prepare<[string, string, string], AnswerRow>(
    'SELECT body, as_of, request_id FROM catalogue_answers WHERE identity = ? AND kind = ? AND question = ?',
  );
  const upsert = db.prepare(
    `INSERT INTO catalogue_answers (identity, kind, question, body, as_of, request_id) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (identity, kind, question)
     DO UPDATE SET body = excluded.body, as_of = excluded.as_of, request_id = excluded.request_id`,
  );
  const upsertTool = db.prepare(
    `INSERT INTO catalogue_tools (identity, tool_ref, candidate, as_of, request_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (identity, tool_ref)
     DO UPDATE SET candidate = excluded.candidate, as_of = excluded.as_of, request_id = excluded.request_id`,
  );
  const selectTools = db.prepare<[string], ToolRow>(
    'SELECT candidate, as_of, request_id FROM catalogue_tools WHERE identity = ? ORDER BY as_of DESC, rowid',
  );

  return {
    read: (identity, kind, question) => {
      const row = select.get(identity, kind, question);
      const body = row === undefined ? DAMAGED : jsonOfColumn(row.body, DAMAGED);
      // A damaged one is requested again.
      return row === undefined || body === DAMAGED
        ? null
        : { body, asOf: row.as_of, requestId: row.request_id };
    },
    write: (identity, kind, question, { body, asOf, requestId }) => {
      if (!bounded(body, MAX_CACHED)) return;
      upsert.run(identity, kind, question, JSON.stringify(body), asOf, requestId);
    },
    writeTools: (identity, raw, asOf, requestId) => {
      storage.transaction(() => {
        for (const candidate of raw) {
          const tool = readTool(candidate);
          if (tool !== null && bounded(candidate))
            upsertTool.run(identity, tool.toolRef, JSON.stringify(candidate), asOf, requestId);
        }
      });
    },
    tools: (identity) =>
      selectTools.all(identity).flatMap((row) => {
        const tool = readTool(jsonOfColumn(row.candidate));
        return tool === null ? [] : [{ tool, asOf: row.as_of, requestId: row.request_id }];
      }),
  };
}

import { type Tool, toolSchema } from '#shared/contract/catalogue.ts';
import { bounded } from '../marketplace/outside/bounded.ts';
import type { AnswerMap } from '../marketplace/service/answer-map.ts';
import { jsonOfColumn } from '../storage/json-of-column.ts';
import type { Storage } from '../storage/open.ts';
import type { CatalogueAnswer } from './read-answers.ts';

const DAMAGED = Symbol('damaged');

/** An answer as received. Its status and headers are not stored. */
export type CachedAnswer = CatalogueAnswer & { requestId: string | null };
/** Where and when an answer was read. */
export const provenanceOf = ({ asOf, requestId }: CachedAnswer, fromService: boolean) =>
  ({ source: fromService ? 'service' : 'cached', asOf, requestId }) as const;
export type AnswerKind = 'freshness' | 'list' | 'search' | 'describe' | 'compare';

/** Cached answers are parsed whenever a screen opens, so the bound is a few times that of the largest page (50 Tools). */
const MAX_CACHED = { nodes: 20_000, characters: 2_000_000 };

/** Catalogue answers cached for offline use, separately for each marketplace. Oversized answers are not cached. */
export type AnswerCache = {
  read(identity: string, kind: AnswerKind, question: string): CachedAnswer | null;
  write(identity: string, kind: AnswerKind, question: string, answer: CachedAnswer): void;
  /** Caches Tools of any answer. */
  writeTools(identity: string, tools: readonly Tool[], asOf: number, requestId: string | null): void;
  /** The cached Tools of that marketplace, newest first. */
  tools(identity: string): readonly CachedTool[];
  tool(identity: string, toolRef: string): CachedTool | undefined;
};

type CachedTool = { tool: Tool; asOf: number; requestId: string | null };

/** Most Tools cached of one marketplace: what every screen reads, so it has to be read within milliseconds. */
const MAX_TOOLS = 2_000;

type AnswerRow = { body: string; map: string | null; as_of: number; request_id: string | null };
type ToolRow = { candidate: string; as_of: number; request_id: string | null };

export function answerCache(storage: Storage): AnswerCache {
  const { db } = storage;
  const select = db.prepare<[string, string, string], AnswerRow>(
    'SELECT body, map, as_of, request_id FROM catalogue_answers WHERE identity = ? AND kind = ? AND question = ?',
  );
  const upsert = db.prepare(
    `INSERT INTO catalogue_answers (identity, kind, question, body, map, as_of, request_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (identity, kind, question)
     DO UPDATE SET body = excluded.body, map = excluded.map, as_of = excluded.as_of, request_id = excluded.request_id`,
  );
  const upsertTool = db.prepare(
    `INSERT INTO catalogue_tools (identity, tool_ref, candidate, as_of, request_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (identity, tool_ref)
     DO UPDATE SET candidate = excluded.candidate, as_of = excluded.as_of, request_id = excluded.request_id`,
  );
  const selectTools = db.prepare<[string], ToolRow>(
    'SELECT candidate, as_of, request_id FROM catalogue_tools WHERE identity = ? ORDER BY as_of DESC, rowid',
  );

  const removeOldest = db.prepare(
    `DELETE FROM catalogue_tools WHERE identity = ? AND rowid NOT IN (
       SELECT rowid FROM catalogue_tools WHERE identity = ? ORDER BY as_of DESC, rowid LIMIT ${MAX_TOOLS})`,
  );
  /** The Tools of one marketplace as they were last read, by reference; null if they have to be read. */
  let known: { identity: string; tools: ReadonlyMap<string, CachedTool> } | null = null;
  const toolsOf = (identity: string): ReadonlyMap<string, CachedTool> => {
    if (known?.identity !== identity) {
      const rows = selectTools.all(identity).flatMap((row) => {
        const tool = toolSchema.safeParse(jsonOfColumn(row.candidate));
        return tool.success ? [{ tool: tool.data, asOf: row.as_of, requestId: row.request_id }] : [];
      });
      known = { identity, tools: new Map(rows.map((row) => [row.tool.toolRef, row])) };
    }
    return known.tools;
  };

  return {
    read: (identity, kind, question) => {
      const row = select.get(identity, kind, question);
      const body = row === undefined ? DAMAGED : jsonOfColumn(row.body, DAMAGED);
      const map = row === undefined ? DAMAGED : jsonOfColumn(row.map, DAMAGED);
      // A damaged one is requested again.
      return row === undefined || body === DAMAGED || map === DAMAGED
        ? null
        : {
            body,
            map: (map as AnswerMap | null) ?? undefined, // written by `write`
            asOf: row.as_of,
            requestId: row.request_id,
          };
    },
    write: (identity, kind, question, { body, map, asOf, requestId }) => {
      if (!bounded(body, MAX_CACHED)) return;
      const mapText = map === undefined ? null : JSON.stringify(map);
      upsert.run(identity, kind, question, JSON.stringify(body), mapText, asOf, requestId);
    },
    writeTools: (identity, tools, asOf, requestId) => {
      storage.transaction(() => {
        for (const tool of tools)
          if (bounded(tool)) upsertTool.run(identity, tool.toolRef, JSON.stringify(tool), asOf, requestId);
        removeOldest.run(identity, identity);
      });
      known = null;
    },
    tools: (identity) => [...toolsOf(identity).values()],
    tool: (identity, toolRef) => toolsOf(identity).get(toolRef),
  };
}

import { fail } from '#shared/contract/failure.ts';
import type {
  AssistantConnection,
  AssistantRead,
  SearchProposal,
} from '#shared/contract/program/assistants.ts';
import { jsonOfColumn } from '../storage/json-of-column.ts';
import type { Storage } from '../storage/open.ts';
import { type AssistantEvent, assistantEventSchema } from './events.ts';

/** Reads stored; the oldest go first. */
const MAX_READS = 5_000;
const MAX_CONNECTIONS = 200;
/** Most pending proposals. */
const MAX_PROPOSALS = 20;

/** Throws if the limit of pending proposals is reached. */
export function refuseTooManyProposals(waiting: number): void {
  if (waiting >= MAX_PROPOSALS)
    fail('too_many', `${MAX_PROPOSALS} proposals wait for the user already. Nothing was added.`);
}

/** Stores connections, reads and proposals of assistants. */
export function openEventStore({ db, transaction }: Storage) {
  const addConnection = db.prepare(
    `INSERT INTO assistant_connections (id, name, version, protocol, connected_at)
     VALUES (@id, @name, @version, @protocol, @at) ON CONFLICT (id) DO NOTHING`,
  );
  const addRead = db.prepare(
    `INSERT INTO assistant_reads (read_id, connection_id, at, tool, input, rows, bytes)
     VALUES (@id, @connectionId, @at, @tool, @input, @rows, @bytes) ON CONFLICT (read_id) DO NOTHING`,
  );
  const addProposal = db.prepare(
    `INSERT INTO search_proposals (id, at, client, title, reason, request)
     VALUES (@id, @at, @client, @title, @reason, @request) ON CONFLICT (id) DO NOTHING`,
  );
  const waiting = db.prepare<[], { n: number }>(
    'SELECT count(*) AS n FROM search_proposals WHERE settled IS NULL',
  );
  const sameWaiting = db.prepare<[string], { id: string }>(
    'SELECT id FROM search_proposals WHERE settled IS NULL AND request = ?',
  );
  const prune = [
    `DELETE FROM assistant_reads WHERE id <= (SELECT max(id) FROM assistant_reads) - ${MAX_READS}`,
    `DELETE FROM assistant_connections WHERE id NOT IN
       (SELECT id FROM assistant_connections ORDER BY connected_at DESC, id LIMIT ${MAX_CONNECTIONS})
       AND id NOT IN (SELECT connection_id FROM assistant_reads)`,
    `DELETE FROM search_proposals WHERE settled IS NOT NULL AND id NOT IN
       (SELECT id FROM search_proposals WHERE settled IS NOT NULL ORDER BY at DESC, id LIMIT ${MAX_PROPOSALS})`,
  ].map((text) => db.prepare(text));
  const connections = db.prepare<[], AssistantConnection>(
    `SELECT c.id AS connectionId, c.name, c.version, c.protocol, c.connected_at AS connectedAt,
       coalesce((SELECT max(r.at) FROM assistant_reads r WHERE r.connection_id = c.id), c.connected_at) AS lastAt,
       (SELECT count(*) FROM assistant_reads r WHERE r.connection_id = c.id) AS reads
     FROM assistant_connections c ORDER BY lastAt DESC, c.id LIMIT 50`,
  );
  const reads = db.prepare<[number, number], AssistantRead & { id: number }>(
    `SELECT r.id, r.read_id AS readId, r.connection_id AS connectionId, coalesce(c.name, '') AS client, r.at, r.tool,
       r.input, r.rows, r.bytes
     FROM assistant_reads r LEFT JOIN assistant_connections c ON c.id = r.connection_id
     WHERE r.at < ? ORDER BY r.at DESC, r.id DESC LIMIT ?`,
  );
  const proposals = db.prepare<[], Omit<SearchProposal, 'request'> & { request: string }>(
    `SELECT id AS proposalId, at, client, title, reason, request FROM search_proposals
     WHERE settled IS NULL ORDER BY at DESC, id`,
  );
  const settle = db.prepare<[string, string]>(
    'UPDATE search_proposals SET settled = ? WHERE id = ? AND settled IS NULL',
  );

  function write(event: AssistantEvent): void {
    const parsed = assistantEventSchema.parse(event);
    if (parsed.kind === 'connection') addConnection.run(parsed);
    else if (parsed.kind === 'read') addRead.run(parsed);
    else {
      const request = JSON.stringify(parsed.request);
      // Duplicate proposals, and those beyond the limit, are dropped.
      if (sameWaiting.get(request) !== undefined || (waiting.get()?.n ?? 0) >= MAX_PROPOSALS) return;
      addProposal.run({ ...parsed, request });
    }
  }

  return {
    /** Stores the valid ones of these events in one transaction. */
    add(events: readonly unknown[]): void {
      transaction(() => {
        for (const event of events) {
          const parsed = assistantEventSchema.safeParse(event);
          if (parsed.success) write(parsed.data);
        }
        for (const one of prune) one.run();
      });
    },
    /** The ID of a pending proposal of the same request; undefined if there is none. */
    findPendingProposal: (request: Record<string, unknown>): string | undefined =>
      sameWaiting.get(JSON.stringify(request))?.id,
    countPendingProposals: (): number => waiting.get()?.n ?? 0,
    connections: (): AssistantConnection[] => connections.all(),
    reads(limit: number, before = Number.MAX_SAFE_INTEGER): { rows: AssistantRead[]; hasMore: boolean } {
      const found = reads.all(before, limit + 1);
      return { rows: found.slice(0, limit).map(({ id: _id, ...row }) => row), hasMore: found.length > limit };
    },
    proposals: (): SearchProposal[] =>
      proposals.all().map(({ request, ...rest }) => ({
        ...rest,
        request: (jsonOfColumn(request) ?? {}) as Record<string, unknown>,
      })),
    settle: (proposalId: string, as: 'filled' | 'dismissed'): boolean =>
      settle.run(as, proposalId).changes > 0,
  };
}

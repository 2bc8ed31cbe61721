import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { ActivityRow } from '#shared/contract/program/activity.ts';
import { jsonOfColumn } from '../storage/json-of-column.ts';
import type { Storage } from '../storage/open.ts';
import { activityText } from './activity-export.ts';
import { MAX_ROWS } from './max-rows.ts';

const PRUNE_EVERY = 500;
/** Batches the announcements of a burst of requests. */
const NOTIFY_AFTER_MS = 200;

export type ActivityDeps = { storage: Storage; publish: Publish };

export type Activity = {
  /** Records one request. Never throws: a failure to record must not affect the request. */
  record(row: Omit<ActivityRow, 'id'>): void;
  handlers: ContractHandlers['activity'];
  close(): void;
};

type StoredRow = {
  id: number;
  at: number;
  role: string;
  method: string;
  origin: string;
  path: string;
  status: number | null;
  duration_ms: number;
  bytes: number;
  attempt: number;
  request_id_sent: string;
  request_id: string | null;
  error_code: string | null;
  notices: string;
};

/** Log of network requests and their outcomes, with request IDs (§7.2). */
export function createActivity(deps: ActivityDeps): Activity {
  const { db } = deps.storage;
  const insert = db.prepare(
    `INSERT INTO activity (at, role, method, origin, path, status, duration_ms, bytes, attempt, request_id_sent,
       request_id, error_code, notices)
     VALUES (@at, @role, @method, @origin, @path, @status, @durationMs, @bytes, @attempt, @requestIdSent,
       @requestId, @errorCode, @notices)`,
  );
  const prune = db.prepare('DELETE FROM activity WHERE id <= (SELECT max(id) FROM activity) - ?');
  const select = db.prepare<Record<string, unknown>, StoredRow>(
    `SELECT * FROM activity
     WHERE (@before IS NULL OR id < @before)
       AND (@failedOnly = 0 OR error_code IS NOT NULL)
       AND (@like IS NULL OR role LIKE @like ESCAPE '\\' OR method LIKE @like ESCAPE '\\' OR origin LIKE @like ESCAPE '\\'
         OR path LIKE @like ESCAPE '\\' OR request_id_sent LIKE @like ESCAPE '\\' OR request_id LIKE @like ESCAPE '\\'
         OR error_code LIKE @like ESCAPE '\\' OR notices LIKE @like ESCAPE '\\' OR CAST(status AS TEXT) LIKE @like ESCAPE '\\')
     ORDER BY id DESC LIMIT @limit`,
  );
  let sincePruned = PRUNE_EVERY;
  let pending: NodeJS.Timeout | null = null;

  const notify = (): void => {
    pending ??= setTimeout(() => {
      pending = null;
      deps.publish('changed', { topics: ['activity'] });
    }, NOTIFY_AFTER_MS).unref();
  };

  const matching = (wanted: {
    text?: string | undefined;
    failedOnly?: boolean | undefined;
    before?: number | undefined;
    limit: number;
  }): ActivityRow[] => {
    const text = wanted.text?.trim() ?? '';
    return select
      .all({
        before: wanted.before ?? null,
        failedOnly: wanted.failedOnly === true ? 1 : 0,
        like: text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`,
        limit: wanted.limit,
      })
      .map(asRow);
  };

  return {
    record: (row) => {
      try {
        insert.run({ ...row, notices: JSON.stringify(row.notices) });
        if (++sincePruned >= PRUNE_EVERY) {
          prune.run(MAX_ROWS);
          sincePruned = 0;
        }
        notify();
      } catch {
        // A full disk or a closed file must not fail the request.
      }
    },
    handlers: {
      list: ({ limit, ...wanted }) => {
        const rows = matching({ ...wanted, limit: limit + 1 });
        return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
      },
      export: ({ format, csv, ...wanted }) => {
        const rows = matching({ ...wanted, limit: MAX_ROWS + PRUNE_EVERY });
        return { text: activityText(rows, format, csv), rows: rows.length };
      },
    },
    close: () => {
      if (pending !== null) clearTimeout(pending);
      pending = null;
    },
  };
}

const asRow = (row: StoredRow): ActivityRow => ({
  id: row.id,
  at: row.at,
  role: row.role,
  method: row.method,
  origin: row.origin,
  path: row.path,
  status: row.status,
  durationMs: row.duration_ms,
  bytes: row.bytes,
  attempt: row.attempt,
  requestIdSent: row.request_id_sent,
  requestId: row.request_id,
  errorCode: row.error_code,
  notices: (jsonOfColumn(row.notices) ?? []) as string[],
});

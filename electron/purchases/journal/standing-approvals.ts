import type { Amount } from '#shared/money.ts';
import type { Storage } from '../../storage/open.ts';

/** A search that an approval covers, from its first page. */
export type StandingRequest = {
  toolRef: string;
  toolId: string;
  title: string;
  input: Record<string, unknown>;
  /** The digest of Tool and input, which matches its purchases. */
  digest: string;
  pages: number;
  /** The most for one page, if a price was shown. */
  pagePrice: Amount | null;
  /** Why it was worth reading, and the trip that it is read for. */
  why?: string | undefined;
  tripId?: string | undefined;
  /** Whether it is the next page of the approval's run, and not the first of one. */
  continues?: boolean;
};

/** A batch of which all is read for one trip. `untilSettled`: further searches are chosen after those that it began with. */
export type ForTrip = { tripId: string; untilSettled: boolean };

/** The record of an approval for more than one quote. Only its end, and searches chosen under it, are ever added. */
export type Standing = {
  id: string;
  kind: 'batch' | 'grant';
  endedAt: number | null;
  endCode: string | null;
  endWords: string | null;
  marketplace: string;
  account: string | null;
  keyMark: string;
  toolRef: string;
  toolId: string;
  title: string;
  input: Record<string, unknown>;
  /** For a batch, the most for all pages; for a grant, the most per day. */
  ceiling: Amount;
  /** For a grant, of one refresh. */
  pages: number;
  /** For a grant, from one refresh to the next. */
  everyHours: number | null;
  pagePrice: Amount | null;
  /** The run that a batch goes on with; null for any other. */
  runId: number | null;
  /** The searches of a batch, in order; none of a grant. */
  requests: StandingRequest[];
  /** The one trip that all of it is read for; null for any other. */
  trip: ForTrip | null;
  until: string | null;
  createdAt: number;
};

type Row = Omit<Standing, 'input' | 'ceiling' | 'pagePrice' | 'requests' | 'trip'> & {
  input: string;
  ceiling: string;
  pagePrice: string | null;
  requests: string | null;
  trip: string | null;
};

const SELECT = `
  SELECT id, kind, ended_at AS endedAt, end_code AS endCode, end_words AS endWords, marketplace, account,
    key_mark AS keyMark, tool_ref AS toolRef, tool_id AS toolId, title, input, ceiling, pages,
    every_hours AS everyHours, page_price AS pagePrice,
    run_id AS runId, requests, trip, until, created_at AS createdAt FROM standing_approvals`;

const fromRow = (row: Row): Standing => ({
  ...row,
  input: JSON.parse(row.input) as Record<string, unknown>,
  ceiling: JSON.parse(row.ceiling) as Amount,
  pagePrice: JSON.parse(row.pagePrice ?? 'null') as Amount | null,
  requests: JSON.parse(row.requests ?? '[]') as StandingRequest[],
  trip: JSON.parse(row.trip ?? 'null') as ForTrip | null,
});

const toRow = (standing: Standing): Row => ({
  ...standing,
  input: JSON.stringify(standing.input),
  ceiling: JSON.stringify(standing.ceiling),
  pagePrice: standing.pagePrice && JSON.stringify(standing.pagePrice),
  requests: JSON.stringify(standing.requests),
  trip: standing.trip && JSON.stringify(standing.trip),
});

export type StandingApprovals = ReturnType<typeof openStandingApprovals>;

/** Batches and grants in the data file. What was bought under each is in the histories of its purchases. */
export function openStandingApprovals({ db }: Pick<Storage, 'db'>, now: () => number) {
  const insert = db.prepare(`
    INSERT INTO standing_approvals (id, kind, marketplace, account, key_mark, tool_ref, tool_id, title, input,
      ceiling, pages, every_hours, page_price, run_id, requests, trip, until, created_at)
    VALUES (@id, @kind, @marketplace, @account, @keyMark, @toolRef, @toolId, @title, @input,
      @ceiling, @pages, @everyHours, @pagePrice, @runId, @requests, @trip, @until, @createdAt)`);
  const extend = db.prepare(
    'UPDATE standing_approvals SET requests = ?, pages = ? WHERE id = ? AND ended_at IS NULL',
  );
  const end = db.prepare(
    'UPDATE standing_approvals SET ended_at = ?, end_code = ?, end_words = ? WHERE id = ? AND ended_at IS NULL',
  );
  const selectOne = db.prepare<[string, string], Row>(`${SELECT} WHERE kind = ? AND id = ?`);
  const selectAll = db.prepare<[string, number], Row>(
    `${SELECT} WHERE kind = ? ORDER BY ended_at IS NULL DESC, created_at DESC, rowid DESC LIMIT ?`,
  );
  const selectOfTrip = db.prepare<[string], Row>(
    `${SELECT} WHERE EXISTS (SELECT 1 FROM json_each(requests) WHERE value ->> '$.tripId' = ?)
      ORDER BY created_at DESC, rowid DESC`,
  );
  const selectInForce = db.prepare<[string], Row>(`${SELECT} WHERE kind = ? AND ended_at IS NULL`);

  return {
    /** Records a standing approval, at the user's request. */
    open(standing: Standing): void {
      insert.run(toRow(standing));
    },
    /** Adds a search that was chosen under it, with the reason; nothing where it has ended. */
    add(standing: Standing, request: StandingRequest): void {
      const requests = [...standing.requests, request];
      const pages = requests.reduce((sum, each) => sum + each.pages, 0);
      extend.run(JSON.stringify(requests), pages, standing.id);
    },
    /** Ends it permanently; nothing where it had already ended. */
    end(id: string, code: string, words: string): void {
      end.run(now(), code, words, id);
    },
    get(kind: Standing['kind'], id: string): Standing | undefined {
      const row = selectOne.get(kind, id);
      return row && fromRow(row);
    },
    list: (kind: Standing['kind'], limit: number): Standing[] => selectAll.all(kind, limit).map(fromRow),
    /** Batches that read anything for a trip, newest first. */
    ofTrip: (tripId: string): Standing[] => selectOfTrip.all(tripId).map(fromRow),
    inForce: (kind: Standing['kind']): Standing[] => selectInForce.all(kind).map(fromRow),
  };
}

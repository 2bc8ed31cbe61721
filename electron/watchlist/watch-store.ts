import type { WatchMatch, WatchRule } from '#shared/contract/watchlist.ts';
import type { Storage } from '../storage/open.ts';

/** Watchlist settings and state of a search. Times in UTC ms. */
export type Saved = {
  searchId: number;
  /** 1 or 0 as the user chose; null if they made no choice. */
  watched: number | null;
  firstPageOnly: number;
  /** The last run whose changes were read; null if all were. */
  readRunId: number | null;
  /** Scheduled refreshes started since the last success. */
  failures: number;
  failedAt: number | null;
  failedWords: string | null;
  notBefore: number | null;
};

/** When and in which run a notice of a record was given; the run is 0 for another machine's notice. */
export type LastNotice = { runId: number; at: number };

export type Unread = { notified: LastNotice; partitionId: number; recordKey: string; match: WatchMatch };

export type NewNotice = {
  searchId: number;
  runId: number;
  at: number;
  partitionId: number;
  recordKey: string;
  match: WatchMatch;
};

type UnreadRow = { searchId: number; partitionId: number; recordKey: string; content: string } & LastNotice;
type RuleRow = {
  searchId: number;
  milesBelow: number | null;
  seatsMin: number | null;
  direct: number;
  cheapestPercent: number | null;
};

const ruleFrom = ({ milesBelow, seatsMin, direct, cheapestPercent }: RuleRow): WatchRule => ({
  milesBelow,
  seatsMin,
  direct: direct === 1,
  cheapestPercent,
});

const RULES = `SELECT search_id AS searchId, miles_below AS milesBelow, seats_min AS seatsMin, direct,
  cheapest_percent AS cheapestPercent FROM watch_rules`;

export type WatchStore = ReturnType<typeof openWatchStore>;

/** Stores the user's watchlist choices, rules and notices. */
export function openWatchStore({ db, transaction }: Storage) {
  const selectStored = db.prepare<[], Saved>(`
    SELECT search_id AS searchId, watched, first_page_only AS firstPageOnly, read_run_id AS readRunId, failures,
      failed_at AS failedAt, failed_words AS failedWords, not_before AS notBefore FROM watched_searches`);
  const selectWatched = db
    .prepare<[number], number | null>('SELECT watched FROM watched_searches WHERE search_id = ?')
    .pluck();
  const setWatched = db.prepare(`
    INSERT INTO watched_searches (search_id, watched) VALUES (?, ?)
    ON CONFLICT (search_id) DO UPDATE SET watched = excluded.watched`);
  const setFirstPageOnly = db.prepare(`
    INSERT INTO watched_searches (search_id, first_page_only) VALUES (?, ?)
    ON CONFLICT (search_id) DO UPDATE SET first_page_only = excluded.first_page_only`);
  const setUnread = db.prepare(`
    INSERT INTO watched_searches (search_id, read_run_id) VALUES (?, ?)
    ON CONFLICT (search_id) DO UPDATE SET read_run_id = coalesce(read_run_id, excluded.read_run_id)`);
  const setRead = db.prepare(`
    INSERT INTO watched_searches (search_id, read_run_id, read_at) VALUES (?, ?, ?)
    ON CONFLICT (search_id) DO UPDATE SET read_run_id = excluded.read_run_id, read_at = excluded.read_at
      WHERE read_run_id IS NULL OR read_run_id < excluded.read_run_id`);
  const setFailure = db.prepare(`
    INSERT INTO watched_searches (search_id, failures, failed_at, failed_words, not_before) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (search_id) DO UPDATE SET failures = excluded.failures, failed_at = excluded.failed_at,
      failed_words = excluded.failed_words, not_before = excluded.not_before`);
  const clearFailure = db.prepare(`
    UPDATE watched_searches SET failures = 0, failed_at = NULL, failed_words = NULL, not_before = NULL
    WHERE search_id = ? AND failures > 0`);

  const selectRules = db.prepare<[], RuleRow>(RULES);
  const selectRule = db.prepare<[number], RuleRow>(`${RULES} WHERE search_id = ?`);
  const upsertRule = db.prepare(`
    INSERT INTO watch_rules (search_id, miles_below, seats_min, direct, cheapest_percent, since)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (search_id) DO UPDATE SET miles_below = excluded.miles_below, seats_min = excluded.seats_min,
      direct = excluded.direct, cheapest_percent = excluded.cheapest_percent, since = excluded.since`);
  const deleteRule = db.prepare('DELETE FROM watch_rules WHERE search_id = ?');

  const upsertNotice = db
    .prepare<[number, number, number, number, string, string], number>(
      `
    INSERT INTO watch_notices (search_id, run_id, at, partition_id, record_key, content)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (partition_id, record_key, content) DO UPDATE SET search_id = excluded.search_id,
      run_id = excluded.run_id, at = excluded.at, read_at = NULL
    RETURNING id`,
    )
    .pluck();
  const selectNotified = db.prepare<[number, string, string], LastNotice>(
    `SELECT run_id AS runId, at FROM watch_notices WHERE partition_id = ? AND record_key = ? AND content = ?`,
  );
  const selectUnread = db.prepare<[], UnreadRow>(`
    SELECT search_id AS searchId, run_id AS runId, at, partition_id AS partitionId, record_key AS recordKey, content
    FROM watch_notices WHERE read_at IS NULL ORDER BY at DESC, id DESC`);
  const readNotices = db.prepare(
    'UPDATE watch_notices SET read_at = ? WHERE search_id = ? AND run_id <= ? AND read_at IS NULL',
  );

  return {
    /** By search ID. A search without a row has no settings and nothing unread. */
    saved: (): Map<number, Saved> => new Map(selectStored.all().map((row) => [row.searchId, row])),
    /** The user's choice for a search; null if they made none. */
    watchedBy: (searchId: number): boolean | null => {
      const chosen = selectWatched.get(searchId) ?? null;
      return chosen === null ? null : chosen === 1;
    },
    watch: (searchIds: readonly number[], watched: boolean): void =>
      transaction(() => {
        for (const searchId of searchIds) setWatched.run(searchId, watched ? 1 : 0);
      }),
    setFirstPageOnly: (searchId: number, firstPageOnly: boolean): void => {
      setFirstPageOnly.run(searchId, firstPageOnly ? 1 : 0);
    },
    /** Marks everything after this run as unread; an earlier mark stays. */
    unreadAfter: (searchId: number, runId: number): void => {
      setUnread.run(searchId, runId);
    },
    markRead: (upTo: readonly { searchId: number; runId: number }[], at: number): void =>
      transaction(() => {
        for (const { searchId, runId } of upTo) {
          setRead.run(searchId, runId, at);
          readNotices.run(at, searchId, runId);
        }
      }),
    /** Stores a started or failed scheduled refresh, and the earliest time of the next. */
    failed: (searchId: number, failures: number, at: number, words: string, notBefore: number): void => {
      setFailure.run(searchId, failures, at, words, notBefore);
    },
    succeeded: (searchId: number): void => {
      clearFailure.run(searchId);
    },
    rules: (): Map<number, WatchRule> =>
      new Map(selectRules.all().map((row) => [row.searchId, ruleFrom(row)])),
    ruleOf: (searchId: number): WatchRule | null => {
      const row = selectRule.get(searchId);
      return row === undefined ? null : ruleFrom(row);
    },
    /** A search with a rule is watched. */
    setRule: (searchId: number, rule: WatchRule | null, at: number): void =>
      transaction(() => {
        if (rule === null) return void deleteRule.run(searchId);
        upsertRule.run(
          searchId,
          rule.milesBelow,
          rule.seatsMin,
          rule.direct ? 1 : 0,
          rule.cheapestPercent,
          at,
        );
        setWatched.run(searchId, 1);
      }),
    /** The last notice of the same version of a record; null if there was none. */
    lastNotice: (partitionId: number, recordKey: string, match: WatchMatch): LastNotice | null =>
      selectNotified.get(partitionId, recordKey, JSON.stringify(match)) ?? null,
    /** Stores an unread notice, replacing an earlier one of the same version of the record. */
    putNotice: ({ searchId, runId, at, partitionId, recordKey, match }: NewNotice): number =>
      upsertNotice.get(searchId, runId, at, partitionId, recordKey, JSON.stringify(match)) ?? 0,
    /** Unread notices by search, the latest first. */
    unreadMatches: (): Map<number, Unread[]> =>
      new Map(
        [...Map.groupBy(selectUnread.all(), ({ searchId }) => searchId)].map(([searchId, rows]) => [
          searchId,
          rows.map(({ runId, at, partitionId, recordKey, content }) => ({
            notified: { runId, at },
            partitionId,
            recordKey,
            match: JSON.parse(content) as WatchMatch,
          })),
        ]),
      ),
  };
}

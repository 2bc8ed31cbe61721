import { z } from 'zod';
import { watchMatchSchema, watchRuleSchema } from '#shared/contract/watchlist.ts';
import type { BackupPart, Merged, Merging } from '../backup/part.ts';
import { storedFlag, storedJson, storedMoment } from '../backup/valid-rows.ts';

const watched = z.object({ watched: storedFlag.nullable(), first_page_only: storedFlag });

const watchRule = z.object({ since: storedMoment }).and(
  z
    .object({
      miles_below: z.number().nullable(),
      seats_min: z.number().nullable(),
      direct: storedFlag,
      cheapest_percent: z.number().nullable(),
    })
    .transform(({ miles_below, seats_min, direct, cheapest_percent }) => ({
      milesBelow: miles_below,
      seatsMin: seats_min,
      direct: direct === 1,
      cheapestPercent: cheapest_percent,
    }))
    .pipe(watchRuleSchema),
);

const watchNotice = z.object({
  at: storedMoment,
  read_at: storedMoment.nullable(),
  record_key: z.string(),
  content: storedJson(watchMatchSchema),
});

const notifiedEvent = z.object({ event: z.string().max(4000).nullable(), at: storedMoment });

/** Finds the same search and partition in this database: IDs differ between machines. */
const SEARCH_HERE = `(SELECT h.id FROM main.award_searches h JOIN other.award_searches t
  ON t.identity = h.identity AND t.criteria = h.criteria WHERE t.id = o.search_id)`;
const PARTITION_HERE = `(SELECT h.id FROM main.award_partitions h JOIN other.award_partitions t
  ON t.identity = h.identity AND t.cabin = h.cabin AND t.source = h.source WHERE t.id = o.partition_id)`;

/** Adopts the settings of searches that have none here. */
function merge({ db }: Merging): Merged {
  const run = (sql: string) => db.prepare(sql).run().changes;
  run(`INSERT INTO watched_searches (search_id, watched, first_page_only)
    SELECT ${SEARCH_HERE}, o.watched, o.first_page_only FROM other.watched_searches o WHERE ${SEARCH_HERE} IS NOT NULL
    ON CONFLICT (search_id) DO UPDATE SET watched = coalesce(watched, excluded.watched)`);
  const rules =
    run(`INSERT INTO main.watch_rules (search_id, miles_below, seats_min, direct, cheapest_percent, since)
    SELECT ${SEARCH_HERE}, o.miles_below, o.seats_min, o.direct, o.cheapest_percent, o.since FROM other.watch_rules o
    WHERE ${SEARCH_HERE} IS NOT NULL ON CONFLICT (search_id) DO NOTHING`);
  // Notices of the other machine count as read here and belong to no run of this one.
  run(`INSERT INTO main.watch_notices (search_id, run_id, at, partition_id, record_key, content, read_at)
    SELECT ${SEARCH_HERE}, 0, o.at, ${PARTITION_HERE}, o.record_key, o.content, coalesce(o.read_at, o.at)
    FROM other.watch_notices o WHERE ${SEARCH_HERE} IS NOT NULL AND ${PARTITION_HERE} IS NOT NULL
    ON CONFLICT (partition_id, record_key, content) DO NOTHING`);
  // What another machine tells is not told here: each event reaches a channel once.
  run(`INSERT INTO main.notice_outbox (channel, event, at, state, next_at)
    SELECT channel, event, at, 'sent', at FROM other.notice_outbox WHERE event IS NOT NULL ON CONFLICT DO NOTHING`);
  return { restored: { watched: rules } };
}

export const watchlistBackup: BackupPart = {
  tables: [
    {
      name: 'watched_searches',
      runs: ['read_run_id'],
      row: { schema: watched, called: 'a setting of a watched search' },
    },
    { name: 'watch_rules', row: { schema: watchRule, called: 'a rule of a watched search' } },
    {
      name: 'watch_notices',
      runs: ['run_id'],
      recordKey: '(SELECT h.identity FROM other.award_partitions h WHERE h.id = o.partition_id)',
      row: { schema: watchNotice, called: 'a notice of a watched search' },
    },
    { name: 'notice_outbox', row: { schema: notifiedEvent, called: 'a message' } },
  ],
  merge,
};

/**
 * How many records changed in each run since the run before it, counted behind what is written: the runs for which, or
 * for whose next run, that is to be counted anew are marked with each of their pages. What the answers made of earlier
 * runs leave out is found by the time of a page.
 */
export const runChanges = {
  version: 29,
  name: 'run changes',
  sql: `
    CREATE TABLE award_run_changes (run_id INTEGER PRIMARY KEY, changes INTEGER NOT NULL) STRICT;
    -- how often a run was written since it was counted
    CREATE TABLE award_runs_written (run_id INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;
    INSERT INTO award_runs_written SELECT id, 1 FROM award_runs;
    CREATE TRIGGER award_runs_written_page_insert AFTER INSERT ON award_pages
      BEGIN INSERT INTO award_runs_written VALUES (new.run_id, 1) ON CONFLICT DO UPDATE SET times = times + 1; END;
    CREATE TRIGGER award_runs_written_page_update AFTER UPDATE ON award_pages
      BEGIN INSERT INTO award_runs_written VALUES (new.run_id, 1) ON CONFLICT DO UPDATE SET times = times + 1; END;
    CREATE TRIGGER award_runs_written_delete AFTER DELETE ON award_runs
      BEGIN
        DELETE FROM award_runs_written WHERE run_id = old.id;
        DELETE FROM award_run_changes WHERE run_id = old.id;
      END;

    CREATE INDEX award_pages_by_time ON award_pages (received_at);
  `,
};

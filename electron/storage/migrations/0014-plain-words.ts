/**
 * Tables, columns and stored values take the words of today's code; nothing else changes. The history of purchases and
 * approvals is append-only, so its triggers make way while its words are renamed.
 */
export const plainWords = {
  version: 14,
  name: 'plain words',
  sql: `
    DROP TRIGGER purchase_events_keep;
    DROP TRIGGER purchase_events_stay;
    DROP TRIGGER standing_approval_events_keep;
    DROP TRIGGER standing_approval_events_stay;

    -- What purchases went through.
    UPDATE purchase_events SET event = 'cancel_requested' WHERE event = 'cancel_asked';
    UPDATE purchase_events SET event = 'wait_requested' WHERE event = 'asked_to_wait';
    -- The address of a comparison: its view \`asked\` is \`runs\`.
    UPDATE settings SET value = (SELECT json_group_array(json_set(each.value, '$.path',
        replace(replace(each.value ->> '$.path', '&view=asked', '&view=runs'), '?view=asked', '?view=runs')) ORDER BY each.key)
      FROM json_each(settings.value) AS each) WHERE name = 'views.kept';
    UPDATE settings SET value = (SELECT json_group_array(
        replace(replace(each.value, '&view=asked', '&view=runs'), '?view=asked', '?view=runs') ORDER BY each.key)
      FROM json_each(settings.value) AS each) WHERE name = 'views.lastOfEach';

    UPDATE purchases SET refusal = json_set(refusal, '$.code', 'unknown_code')
      WHERE json_valid(refusal) AND refusal ->> '$.code' = 'not_told';

    UPDATE settings SET name = 'views.saved', value = (SELECT json_group_array(
        json_remove(json_set(each.value, '$.savedAt', json_extract(each.value, '$.keptAt')), '$.keptAt') ORDER BY each.key)
      FROM json_each(settings.value) AS each) WHERE name = 'views.kept';

    UPDATE standing_approvals SET end_code = 'account_changed' WHERE end_code = 'ground_changed';

    -- One marketplace identity and one cabin asked for ('' where none was): records of two partitions never mix.
    ALTER TABLE award_shelves RENAME TO award_partitions;
    ALTER TABLE award_searches RENAME COLUMN shelf_id TO partition_id;
    ALTER TABLE award_records RENAME COLUMN shelf_id TO partition_id;
    ALTER TABLE award_listings RENAME COLUMN shelf_id TO partition_id;
    ALTER TABLE watch_notices RENAME COLUMN shelf_id TO partition_id;

    -- The first page of the run that showed a row to be removed, 0 where none did.
    ALTER TABLE award_listed RENAME COLUMN gone TO removed;
    UPDATE settings SET value = (SELECT json_group_array(json_set(each.value, '$.path',
        replace(replace(each.value ->> '$.path', '&change=gone', '&change=removed'), '?change=gone', '?change=removed')) ORDER BY each.key)
      FROM json_each(settings.value) AS each) WHERE name = 'views.saved';
    UPDATE settings SET value = (SELECT json_group_array(
        replace(replace(each.value, '&change=gone', '&change=removed'), '?change=gone', '?change=removed') ORDER BY each.key)
      FROM json_each(settings.value) AS each) WHERE name = 'views.lastOfEach';

    -- When the status of a Call is polled next, and how often it was.
    ALTER TABLE purchases RENAME COLUMN next_look_at TO next_poll_at;
    ALTER TABLE purchases RENAME COLUMN looks TO polls;

    UPDATE purchase_events
      SET detail = json_remove(json_set(detail, '$.rawResponse', json_extract(detail, '$.arrived')), '$.arrived')
      WHERE json_valid(detail) AND json_type(detail, '$.arrived') IS NOT NULL;

    -- The address of a view: \`folds\` is \`collapsed\`.
    UPDATE settings SET value = (SELECT json_group_array(json_set(each.value, '$.path',
        replace(replace(each.value ->> '$.path', '&folds=', '&collapsed='), '?folds=', '?collapsed=')) ORDER BY each.key)
      FROM json_each(settings.value) AS each) WHERE name = 'views.saved';
    UPDATE settings SET value = (SELECT json_group_array(
        replace(replace(each.value, '&folds=', '&collapsed='), '?folds=', '?collapsed=') ORDER BY each.key)
      FROM json_each(settings.value) AS each) WHERE name = 'views.lastOfEach';

    UPDATE purchase_events SET actor = 'user' WHERE actor = 'person';
    UPDATE standing_approval_events SET actor = 'user' WHERE actor = 'person';
    UPDATE standing_approvals SET end_code = 'by_user' WHERE end_code = 'by_person';

    CREATE TRIGGER purchase_events_no_update BEFORE UPDATE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never changed'); END;
    CREATE TRIGGER purchase_events_no_delete BEFORE DELETE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never deleted'); END;
    CREATE TRIGGER standing_approval_events_no_update BEFORE UPDATE ON standing_approval_events
      BEGIN SELECT RAISE(ABORT, 'the history of an approval is never changed'); END;
    CREATE TRIGGER standing_approval_events_no_delete BEFORE DELETE ON standing_approval_events
      BEGIN SELECT RAISE(ABORT, 'the history of an approval is never deleted'); END;
  `,
};

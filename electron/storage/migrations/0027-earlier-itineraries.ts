/**
 * A version that came without trip details has those of the newest answer that gave any of the same record on the same day
 * and route, with the same airlines. `own` is 0 for them: `page_id` says as of when they are.
 */
export const earlierItineraries = {
  version: 27,
  name: 'earlier itineraries',
  sql: `
    ALTER TABLE award_itineraries ADD COLUMN own INTEGER NOT NULL DEFAULT 1;
    INSERT INTO award_itineraries (version_id, place, page_id, stops, minutes, words, content, own)
      SELECT n.version_id, i.place, i.page_id, i.stops, i.minutes, i.words, i.content, 0 FROM (
        SELECT n.id AS version_id, b.id AS from_id, max(g.page_id) FROM (SELECT DISTINCT version_id, page_id FROM award_itineraries) g
        CROSS JOIN award_versions b ON b.id = g.version_id
        CROSS JOIN award_versions n ON n.record_id = b.record_id AND n.day = b.day AND n.route_id = b.route_id
          AND n.airlines_id = b.airlines_id AND n.direct = b.direct AND n.available = 1
        WHERE NOT EXISTS (SELECT 1 FROM award_itineraries o WHERE o.version_id = n.id)
        GROUP BY n.id) n
      CROSS JOIN award_itineraries i ON i.version_id = n.from_id;
  `,
};

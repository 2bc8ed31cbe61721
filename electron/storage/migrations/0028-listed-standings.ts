/**
 * Where the price of a listed record stands, beside what else filters and sorts look at: looked up for each row, it made
 * them take twice as long. Always what `award_price_standings` says of the row's version.
 */
export const listedStandings = {
  version: 28,
  name: 'listed standings',
  sql: `
    ALTER TABLE award_listed ADD COLUMN standing INTEGER;
    UPDATE award_listed SET standing = (SELECT t.cheapest FROM award_price_standings t WHERE t.version_id = award_listed.version_id)
      WHERE version_id IN (SELECT version_id FROM award_price_standings);
  `,
};

/**
 * Trip details are read in further shapes: answers with members beyond the contract, which alone hold any, are read again
 * behind everything else.
 */
export const itinerariesAgain = {
  version: 32,
  name: 'itineraries again',
  sql: `UPDATE award_pages SET itineraries_read = 0 WHERE run_id IN (SELECT id FROM award_runs WHERE flagged > 0);`,
};

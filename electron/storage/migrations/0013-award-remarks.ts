/**
 * What an award search answer says that is not plain (§2.2, §2.3): told with the page or the record, never merged.
 * Of pages that were recorded before, nothing of it is known until they are read again.
 */
export const awardRemarks = {
  version: 13,
  name: 'award remarks',
  sql: `
    -- Of the page's records, those that its run had before; null where that was not counted.
    ALTER TABLE award_pages ADD COLUMN repeated INTEGER;
    -- What the answer around the records says that the contract does not show, as a JSON list of sentences.
    ALTER TABLE award_pages ADD COLUMN remarks TEXT;
    -- 1 where the answer says of itself that it does not hold all that it should.
    ALTER TABLE award_pages ADD COLUMN partial INTEGER NOT NULL DEFAULT 0;
    -- The number of seats as it came, where it is no count of seats.
    ALTER TABLE award_versions ADD COLUMN seats_text TEXT;
    -- What of the record's values is not plain, as a JSON list of sentences.
    ALTER TABLE award_versions ADD COLUMN remarks TEXT;
  `,
};

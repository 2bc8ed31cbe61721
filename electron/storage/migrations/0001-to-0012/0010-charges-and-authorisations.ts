/**
 * What a charge is compared with and how far a quote may go. A quote's reference may come again, since it can be a hash
 * of what is offered (§2.5): what may be bought once is the order, by its idempotency key, and one open order of a quote.
 */
export const chargesAndAuthorisations = {
  version: 10,
  name: 'charges and authorisations',
  sql: `
    -- how far the service's clock was ahead of ours when it quoted, in ms; null where its answer did not tell
    ALTER TABLE purchases ADD COLUMN clock_offset INTEGER;
    -- what the listing and the quote authorise, as JSON
    ALTER TABLE purchases ADD COLUMN authorisation TEXT;
    -- what was told of the charge and cannot be believed, as JSON; null where all of it was understood
    ALTER TABLE purchases ADD COLUMN charge_oddity TEXT;
    -- the charge that the person has seen, where it is not what was approved
    ALTER TABLE purchases ADD COLUMN charge_seen TEXT;

    DROP INDEX purchases_one_per_quote;
    CREATE UNIQUE INDEX purchases_one_open_per_quote ON purchases (marketplace, quote_ref)
      WHERE quote_ref IS NOT NULL AND restored_beside IS NULL
        AND state IN ('approved', 'submitted', 'pending', 'unknown');
    CREATE INDEX purchases_by_quote ON purchases (marketplace, quote_ref) WHERE quote_ref IS NOT NULL;
    CREATE INDEX purchases_charged_otherwise ON purchases (submitted_at)
      WHERE charge_oddity IS NOT NULL OR (charged IS NOT NULL AND charged IS NOT price);
  `,
};

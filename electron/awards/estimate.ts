import { splitCodes, TAKE_MAX, TAKE_MIN } from '#shared/award-search/request.ts';
import type { Amount } from '#shared/money.ts';
import { keptFor } from './kept-for.ts';
import type { PurchaseOf } from './runs.ts';
import { searchIdentity } from './search-identity.ts';
import { type Reader, sql } from './sql.ts';
import { recordWindow } from './window.ts';

export type Estimate = {
  pages: number;
  records: number;
  take: number;
  atLeast: boolean;
  lastPrice: Amount | null;
  /** UTC ms. */
  seenAt: number;
};

/**
 * How many pages a request may take, by the records that are kept for the same airports, dates, cabin, carriers and
 * directness. Null where nothing of the kind is kept, or where no page tells how many results come without `take`:
 * the contract does not show the service's own number (§4, rule 5).
 */
export function estimateFor(
  reader: Reader,
  purchaseOf: PurchaseOf,
  identity: string,
  input: Readonly<Record<string, unknown>>,
): Estimate | null {
  const { scope, newestAt } = keptFor(reader, identity, input);
  if (scope?.kind !== 'matching' || newestAt === null) return null;
  if (scope.origins.length === 0 || scope.destinations.length === 0) return null;
  const carriers = typeof input.carriers === 'string' ? splitCodes(input.carriers) : [];
  const { total: records } = recordWindow(reader, identity, {
    scope,
    filter: {
      ...(carriers.length > 0 && { airlines: carriers }),
      ...(input.only_direct_flights === true && { direct: true }),
    },
    sort: [],
    offset: 0,
    limit: 1,
  });
  if (records === 0) return null;
  const take = askedTake(input) ?? usualTake(reader, identity, records);
  if (take === null) return null;
  const atLeast = isUnfinished(reader, identity, input);
  return {
    pages: atLeast ? Math.floor(records / take) + 1 : Math.ceil(records / take),
    records,
    take,
    atLeast,
    lastPrice: lastPrice(reader, purchaseOf, identity),
    seenAt: newestAt,
  };
}

/** Whether the same search was asked, and never to its end. */
function isUnfinished(reader: Reader, identity: string, input: Readonly<Record<string, unknown>>): boolean {
  const pages = reader.get<{ pages: number; last: number }>(
    sql(
      `SELECT count(*) AS pages, coalesce(sum(p.has_more = 0), 0) AS last
       FROM award_searches s CROSS JOIN award_runs r ON r.search_id = s.id
       CROSS JOIN award_pages p ON p.run_id = r.id WHERE s.identity = ? AND s.criteria = ?`,
      identity,
      searchIdentity(input).criteria,
    ),
  );
  return pages !== undefined && pages.pages > 0 && pages.last === 0;
}

function lastPrice(reader: Reader, purchaseOf: PurchaseOf, identity: string): Amount | null {
  const page = reader.get<{ purchaseId: string }>(
    sql(
      `SELECT p.purchase_id AS purchaseId FROM award_pages p CROSS JOIN award_runs r ON r.id = p.run_id
       CROSS JOIN award_searches s ON s.id = r.search_id WHERE s.identity = ? ORDER BY p.id DESC LIMIT 1`,
      identity,
    ),
  );
  return page === undefined ? null : (purchaseOf(page.purchaseId)?.cost ?? null);
}

function askedTake({ take }: Readonly<Record<string, unknown>>): number | null {
  return typeof take === 'number' && Number.isInteger(take) && take >= TAKE_MIN && take <= TAKE_MAX
    ? take
    : null;
}

/** What a full page held that was asked for without `take`, or a page that held as many as are expected. */
function usualTake(reader: Reader, identity: string, records: number): number | null {
  const page = reader.get<{ received: number }>(
    sql(
      `SELECT p.received FROM award_searches s CROSS JOIN award_runs r ON r.search_id = s.id
       CROSS JOIN award_pages p ON p.run_id = r.id
       WHERE s.identity = ? AND p.received > 0 AND p.input ->> '$.take' IS NULL
         AND (p.has_more = 1 OR p.received >= ?)
       ORDER BY p.has_more DESC, p.id DESC LIMIT 1`,
      identity,
      records,
    ),
  );
  return page?.received ?? null;
}

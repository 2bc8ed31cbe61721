import { fail } from '#shared/contract/failure.ts';
import type { BeforeReading } from '#shared/contract/standing-approvals.ts';
import { startOfDay } from '#shared/dates.ts';
import {
  type Amount,
  addAmounts,
  amountLabel,
  compareAmounts,
  multiplyAmount,
  notNegative,
} from '#shared/money.ts';
import { unreadAmong } from '../journal/damaged.ts';
import { digestOf } from '../journal/digest.ts';
import type { Entry } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';
import type { StandingApprovals } from '../journal/standing-approvals.ts';
import { partsOf } from './batch-parts.ts';
import { refuseUnread, spentUnder, totalWith } from './spent-under.ts';

type Searching = Uses<'clock' | 'journal' | 'trips'>;
type CountedLimit = { of: BeforeReading['limits'][number]['of']; limit: Amount; pages: Entry[] };

/** The limits that a trip's question sets for searching, each with the pages that count towards it. */
function limitsOf(context: Searching, standing: StandingApprovals, tripId: string): CountedLimit[] {
  const limits = context.trips?.most(tripId);
  const pages = standing
    .ofTrip(tripId)
    .flatMap((batch) =>
      partsOf(batch, context.journal.under('batch', batch.id)).flatMap((part) =>
        part.tripId === tripId ? part.bought : [],
      ),
    );
  const today = startOfDay(context.clock());
  const ofDay = pages.filter(({ createdAt }) => createdAt >= today);
  return [
    ...(limits?.perDay ? [{ of: 'day' as const, limit: limits.perDay, pages: ofDay }] : []),
    ...(limits?.inAll ? [{ of: 'all' as const, limit: limits.inAll, pages }] : []),
  ];
}

/** Throws where one more page costs more than the trip's question lets searching cost, on this day or in all. */
export function refuseAboveTrip(
  context: Searching,
  standing: StandingApprovals,
  tripId: string,
  page: Amount,
): void {
  for (const { of, limit, pages } of limitsOf(context, standing, tripId)) {
    refuseUnread(pages, 'trip_limit');
    const total = totalWith(pages, page);
    if (total.currency !== limit.currency || compareAmounts(total, limit) > 0)
      fail(
        'trip_limit',
        `One more page would go above the ${amountLabel(limit)} that searching for this trip may cost ${of === 'day' ? 'on one day' : 'in all'}.`,
      );
  }
}

/** What is left of a limit, at least nothing; null where an amount that counts cannot be read. */
function leftOf({ limit, pages }: CountedLimit): Amount | null {
  if (unreadAmong(pages) > 0) return null;
  const spent = spentUnder(pages).find(({ currency }) => currency === limit.currency);
  if (spent === undefined) return limit;
  return notNegative(addAmounts(limit, multiplyAmount(spent, -1)));
}

export type SearchesOfTrip = {
  tripId: string;
  requests: readonly { toolRef: string; input: Record<string, unknown> }[];
};

/** What stands against buying these searches for a trip, before anybody approves them. */
export async function beforeReading(
  context: Searching & Uses<'accountContext' | 'checkInput' | 'toolFacts'>,
  standing: StandingApprovals,
  { tripId, requests }: SearchesOfTrip,
): Promise<BeforeReading> {
  const { marketplace } = context.accountContext();
  const open = await Promise.all(
    requests.map(async ({ toolRef, input }) => {
      const facts = context.toolFacts(toolRef);
      const checked = facts === null ? null : await context.checkInput(toolRef, input);
      if (facts === null || checked?.ok !== true) return null;
      const digest = digestOf({ toolId: facts.toolId, input: checked.input });
      return context.journal.openPurchaseOf(marketplace, digest)?.id ?? null;
    }),
  );
  return {
    limits: limitsOf(context, standing, tripId).map((counted) => ({
      of: counted.of,
      limit: counted.limit,
      left: leftOf(counted),
    })),
    open,
  };
}

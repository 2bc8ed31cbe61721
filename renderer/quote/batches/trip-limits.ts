import type { BeforeReading } from '#shared/contract/standing-approvals.ts';
import { type Amount, amountLabel, compareAmounts, leastAmount } from '#shared/money.ts';

type TripLimit = BeforeReading['limits'][number];

const limitOf = ({ of, limit }: TripLimit): string =>
  `Searching for this trip may cost ${amountLabel(limit)} ${of === 'day' ? 'on one day' : 'in all'}`;

/** A limit of a trip, and what is left of it, in a sentence. */
export const tripLimitLabel = (limit: TripLimit): string =>
  `${limitOf(limit)}: ${limit.left === null ? 'what is left of it cannot be read' : `${amountLabel(limit.left)} of it is left`}.`;

/**
 * Why not even one page fits into the limits of a trip, in sentences; null where one does.
 * @param prices of a page of each search; null where not known
 */
export function tripObstacle(
  limits: readonly TripLimit[],
  prices: readonly (Amount | null)[],
): string | null {
  const above = limits.find(({ limit, left }) => {
    if (left === null) return true;
    const known = prices.flatMap((price) => price ?? []);
    const least = leastAmount(known.filter(({ currency }) => currency === limit.currency));
    if (least !== undefined && compareAmounts(least, left) <= 0) return false;
    // A page of unknown price may fit into whatever is left.
    return known.length === prices.length || BigInt(left.units) === 0n;
  });
  return above === undefined
    ? null
    : `${tripLimitLabel(above)} Not even one page surely fits. “Edit trip” changes the limit.`;
}

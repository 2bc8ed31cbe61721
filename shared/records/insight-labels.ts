import type { RecordRow } from '#shared/contract/awards.ts';
import type { PriceInsight, SpaceInsight, StillThereInsight } from '#shared/contract/insights.ts';
import { addDays, type CalendarDate, localDay, monthOf } from '#shared/dates.ts';
import { formatNumber, monthLabel, plainDate, plural } from '#shared/formats.ts';
import { cheaperThanPercent, FEWEST_DATES, isLowest } from '#shared/insights/price-rank.ts';
import { FEWEST_READ_DATES } from '#shared/insights/space-pattern.ts';
import { amountLabel } from '#shared/money.ts';

/** What a price of such records cannot show. */
export const PRICE_FACTS =
  'A record sums up several flights of a day: the fewest miles, the most seats and a direct flight need not belong to one flight. The source may leave out the dearest awards, so the dear end of these prices may be missing.';

/** What a removed record cannot show. */
export const REMOVED_FACTS =
  'A record sums up several flights of a day, and the source may leave out the dearest awards: what was removed may have become dearer instead.';

const BASIS_LABELS = {
  month_and_lead: 'in the same month of travel, seen about as long before departure',
  month: 'in the same month of travel',
  all: 'in any month of travel',
} as const;

const NO_PRICE = {
  no_space: 'No award space, so there is no price to rate.',
  no_miles: 'This record gives no miles, so there is no price to rate.',
  no_date: 'This record gives no date of travel, so its price cannot be compared.',
} as const;

/** `Cheaper than 88% of 143 other dates …`, or why there is no rank; and what was seen but does not count. */
export function priceLabel(insight: PriceInsight): string {
  const { missing, leftOut } = insight;
  if (missing !== null) return NO_PRICE[missing];
  return [
    rankLabel(insight),
    ...(leftOut.dates === 0
      ? []
      : [`Left out: ${plural(leftOut.dates, 'date')} without miles, or with too few seats.`]),
    ...(leftOut.spellings === 0
      ? []
      : [
          `Counted apart: ${plural(leftOut.spellings, 'other spelling')} that the source has for this programme.`,
        ]),
  ].join(' ');
}

function rankLabel({ basis, dates, dearer, same, since, points, subject }: PriceInsight): string {
  const where =
    subject.cabin === '' ? 'on this route and programme in any cabin' : 'on this route, programme and cabin';
  if (basis === null)
    return `Too few dates to say: ${plural(dates, 'other date')} seen ${where}, ${FEWEST_DATES} are needed.`;
  const [lowest] = points;
  const compared = `${plural(dates, 'other date')} ${BASIS_LABELS[basis]} ${where}`;
  const counts = { dates, same, dearer };
  const cheaper = isLowest(counts)
    ? `The lowest price of ${compared}`
    : `Cheaper than ${cheaperThanPercent(counts)}% of ${compared}`;
  const parts = [
    since === null ? cheaper : `${cheaper} since ${monthLabel(monthOf(since))}`,
    ...(same === 0
      ? []
      : [
          isLowest(counts)
            ? `shared by ${plural(same, 'date')}`
            : `the same as ${plural(same, 'date')}, counted half`,
        ]),
    ...(lowest === undefined
      ? []
      : [`lowest ${formatNumber(lowest.miles)}, seen ${plainDate(localDay(lowest.at))}`]),
  ];
  return `${parts.join('; ')}.`;
}

type Standing = NonNullable<RecordRow['price']>;

/** `88% of 143`: the share of the other dates that are dearer; `lowest of 143` where none was cheaper. */
export const standingShort = ({ cheapest, lowest, dates }: Standing): string =>
  lowest ? `lowest of ${formatNumber(dates)}` : `${100 - cheapest}% of ${formatNumber(dates)}`;

/** `Cheaper than 88% of 143 other dates in the same month of travel`. */
export const standingTitle = ({ cheapest, lowest, dates, basis }: Standing): string => {
  const compared = `${plural(dates, 'other date')} ${BASIS_LABELS[basis]}`;
  return lowest
    ? `The lowest price of ${compared}`
    : `Cheaper than ${100 - cheapest}% of ${compared}; dates at the same price count half`;
};

/** What the share is of, shown below the figure: `other dates in the same month of travel`. */
export const standingBasis = ({ basis }: Pick<Standing, 'basis'>): string =>
  `other dates ${BASIS_LABELS[basis]}`;

export const NO_STANDING_MESSAGE = `Too few dates to say, or not counted yet: ${FEWEST_DATES} are needed. Open the record for how many there are.`;

/** When space first appears, in words with both bounds. */
export function appearsLabel({ appears, dates }: Pick<SpaceInsight, 'appears' | 'dates'>): string {
  if (appears !== null) {
    const { from, until, within } = appears;
    const on = `on ${formatNumber(within)} of ${plural(dates, 'date')}`;
    // Runs that read the dates once, or too far apart, leave every date undecided.
    if (within === 0) return `No run shows when space appears on ${plural(dates, 'date')}: refreshes will.`;
    return from === null
      ? `First appeared ${plural(until, 'day')} out or earlier ${on}: no run read them before and found none.`
      : `First appeared between ${formatNumber(from)} and ${plural(until, 'day')} out ${on}.`;
  }
  return dates < FEWEST_READ_DATES
    ? `Too few dates to say when space appears: ${plural(dates, 'date')} read, ${FEWEST_READ_DATES} are needed.`
    : `No usual time: on too many of ${plural(dates, 'date')} no space appeared while they were read.`;
}

/** How long space stays, in whole days, rounded outwards. */
export function staysLabel({ stays, seen }: Pick<SpaceInsight, 'stays' | 'seen'>): string {
  if (stays === null)
    return `Too few dates to say how long it stays: space was seen on ${plural(seen, 'date')}, ${FEWEST_READ_DATES} are needed.`;
  const least = Math.floor(stays.least);
  const on = `on half of ${plural(stays.dates, 'date')}`;
  if (stays.most === null && least === 0) return 'No refresh shows yet how long it stays.';
  return stays.most === null
    ? `Still there ${plural(least, 'day')} after it was first seen ${on}; no run shows when it was removed.`
    : `Removed within ${formatNumber(least)} to ${plural(Math.ceil(stays.most), 'day')} of being first seen ${on}.`;
}

/**
 * When refreshing is worthwhile, from the day on which space tends to appear; null where unknown, or where all of it
 * has departed.
 */
export function refreshLabel(
  { refresh }: Pick<SpaceInsight, 'refresh'>,
  today: CalendarDate = localDay(Date.now()),
): string | null {
  if (refresh === null || addDays(refresh.from, refresh.lead) < today) return null;
  const when = refresh.from <= today ? 'now' : `from ${plainDate(refresh.from)}`;
  return `Space here tends to appear from ${plural(refresh.lead, 'day')} out: refresh ${when}.`;
}

const LIKE_LABELS = {
  programme: 'like it,',
  route: 'like it, of any programme on this route and in this cabin,',
};

/** `Of 26 like it, 14 to 20 were still there at that age.`, or why that is not known. */
export function stillThereLabel({ missing, bounds, dates, like }: StillThereInsight): string {
  if (missing === 'no_space') return 'It had no award space when it was seen last.';
  if (missing === 'no_date') return 'This record gives no date of travel, so no other is like it.';
  if (missing === 'departed') return 'It has departed.';
  if (missing === 'removed') return 'A later run no longer returned it.';
  if (bounds === null)
    return `Too few dates to say: ${plural(dates, 'date')} like it ${dates === 1 ? 'was' : 'were'} read again at that age, ${FEWEST_READ_DATES} are needed.`;
  const { least, most } = bounds;
  const count = least === most ? formatNumber(least) : `${formatNumber(least)} to ${formatNumber(most)}`;
  return `Of ${formatNumber(dates)} ${LIKE_LABELS[like]} ${count} ${least === most && least === 1 ? 'was' : 'were'} still there at that age.`;
}

/** About what reading it again costs; null where the last pages stated no cost. */
export const refreshCostLabel = ({
  missing,
  refresh,
}: Pick<StillThereInsight, 'missing' | 'refresh'>): string | null =>
  missing === 'departed' || refresh.cost.length === 0
    ? null
    : `Refresh: about ${refresh.cost.map(amountLabel).join(' + ')} for ${plural(refresh.pages, 'page')}.`;

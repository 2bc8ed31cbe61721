import type { CalendarDate } from '../dates.ts';

/** How points of one bank become miles of one programme: `points` given for `miles` received, both whole. */
export type TransferLine = {
  bank: string;
  programme: string;
  points: number;
  miles: number;
  /** Fewest points per transfer, and the step for more. */
  minimum: number;
  step: number;
  /** This many points at once give this many miles more, each time; 0 or absent for none. */
  blockPoints?: number | undefined;
  blockMiles?: number | undefined;
  /** Per cent more miles; 0 for none. */
  bonusPercent: number;
  /** The last day of the bonus; null where its end is not known. */
  bonusUntil: CalendarDate | null;
};

/** A line's bonus in per cent on a day; its last day still counts. */
export const bonusOn = ({ bonusPercent, bonusUntil }: TransferLine, today: CalendarDate): number =>
  bonusUntil === null || today <= bonusUntil ? bonusPercent : 0;

/**
 * The whole miles that points become; fractions of a mile are dropped, for the ratio and for the bonus. A bonus in per cent
 * is not taken to raise what whole blocks give: no source says that it does.
 */
export function milesFor(line: TransferLine, points: number, today: CalendarDate): number {
  const miles = Math.floor((points * line.miles) / line.points);
  const { blockPoints = 0, blockMiles = 0 } = line;
  const ofBlocks = blockPoints === 0 ? 0 : Math.floor(points / blockPoints) * blockMiles;
  return miles + Math.floor((miles * bonusOn(line, today)) / 100) + ofBlocks;
}

/** The most points of a balance that can be transferred; 0 where it is below the minimum. */
export function mostPoints({ minimum, step }: TransferLine, balance: number): number {
  const most = Math.floor(balance / step) * step;
  return most >= minimum ? most : 0;
}

/**
 * The fewest points that become at least so many miles, which must be more than none; null where the balance has too
 * few.
 */
export function fewestPoints(
  line: TransferLine,
  miles: number,
  balance: number,
  today: CalendarDate,
): number | null {
  const { minimum, step } = line;
  let enough = mostPoints(line, balance) / step;
  if (enough === 0 || milesFor(line, enough * step, today) < miles) return null;
  let least = Math.ceil(minimum / step);
  while (least < enough) {
    const middle = Math.floor((least + enough) / 2);
    if (milesFor(line, middle * step, today) >= miles) enough = middle;
    else least = middle + 1;
  }
  return enough * step;
}

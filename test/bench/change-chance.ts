/** How likely it is that a refresh finds a change, from how often the last ones did: an order that the advice has to beat. */
import { REFRESHES_COUNTED, type Refresh } from '#shared/award-analysis/suggested-refresh.ts';

/** With fewer refreshes, a share is meaningless. */
const MIN_REFRESHES_FOR_CHANCE = 3;

/** Standard deviations of a two-sided interval of 90%. */
const NINETY_PERCENT = 1.644_853_6;

/** Chances in millionths, so that they are compared with money without rounding. */
const MILLION = 1_000_000;

type ChangeChance = {
  /** Millionths; `least` and `most` are the bounds of 90%. */
  likely: number;
  least: number;
  most: number;
  /** In how many of the last refreshes something had changed, and of how many. */
  changed: number;
  of: number;
};

/** Wilson's interval: the true shares that are consistent with `changed` of `of`. */
function wilson(changed: number, of: number): { least: number; most: number } {
  const square = NINETY_PERCENT ** 2;
  const middle = (changed + square / 2) / (of + square);
  const half = (NINETY_PERCENT / (of + square)) * Math.sqrt((changed * (of - changed)) / of + square / 4);
  return { least: Math.max(0, middle - half), most: Math.min(1, middle + half) };
}

/**
 * The chance that a refresh now finds a change; null after fewer than three refreshes, or where the clock was set back
 * between them. A refresh shows whether anything
 * changed since the one before, not how often. So this estimates the share of refreshes that find a change at their
 * usual interval; a longer or shorter wait counts as proportionally many such intervals, each with its own chance. The
 * middle figure is that of Cho and Garcia-Molina (2003), as in `evenChance`.
 * @param now UTC ms
 */
export function changeChance(refreshes: readonly Refresh[], now: number): ChangeChance | null {
  const counted = refreshes.slice(-REFRESHES_COUNTED);
  const of = counted.length - 1;
  const [first, last] = [counted[0], counted.at(-1)];
  if (first === undefined || last === undefined || of < MIN_REFRESHES_FOR_CHANCE) return null;
  if (last.at < first.at) return null;
  const changed = counted.slice(1).filter((refresh) => refresh.changed === true).length;
  const interval = Math.max(1, (last.at - first.at) / of);
  const intervals = Math.max(0, now - last.at) / interval;
  const within = (share: number): number => Math.round((1 - (1 - share) ** intervals) * MILLION);
  const { least, most } = wilson(changed, of);
  const share = 1 - (of - changed + 0.5) / (of + 0.5);
  return {
    likely: within(Math.min(most, Math.max(least, share))),
    least: within(least),
    most: within(most),
    changed,
    of,
  };
}

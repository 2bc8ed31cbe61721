/**
 * When something happened, known only to lie between two runs: after `after` and at or before `until`. The two are
 * equal where the moment itself was seen; `-Infinity` and `Infinity` mean no bound.
 */
export type CensoredInterval = { readonly after: number; readonly until: number };

/** An interval that contains a share of all events. The data cannot show where in it they lie. */
export type Mass = CensoredInterval & { readonly share: number };

/** A smaller share counts as zero. */
const NO_SHARE = 1e-7;
const CLOSE_ENOUGH = 1e-10;
const MAX_ROUNDS = 20_000;
/**
 * An interval with less than this part of one event may have none: a share that converges to 0 does so ever more slowly,
 * and the remainder would move a quantile.
 */
const VANISHING = 0.05;

/**
 * The share of events in each interval that the data can distinguish, earliest first: the nonparametric maximum
 * likelihood estimate for interval-censored data (B. W. Turnbull, "The Empirical Distribution Function with Arbitrarily
 * Grouped, Censored and Truncated Data", J. R. Statist. Soc. B 38, 1976), found by self-consistency. Shares add up to
 * 1; none without data. Exact events have their own shares; for right-censored ones it is the Kaplan-Meier estimate.
 */
export function turnbull(intervals: readonly CensoredInterval[]): Mass[] {
  const stretches = innermost(intervals);
  const grouped = groupsOf(intervals, stretches);
  if (stretches.length === 0) return [];
  const improve = selfConsistency(stretches.length, grouped, intervals.length);
  const improved = (from: Float64Array): Float64Array => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if (improve(from) < CLOSE_ENOUGH) break;
    return from;
  };
  const slow = improved(new Float64Array(stretches.length).fill(1 / stretches.length));
  const fewer = improved(slow.map((share) => (share * intervals.length < VANISHING ? 0 : share)));
  const shares = logLikelihood(fewer, grouped) >= logLikelihood(slow, grouped) ? fewer : slow;
  return stretches.flatMap((stretch, at) => {
    const share = shares[at] ?? 0;
    return share < NO_SHARE ? [] : [{ ...stretch, share }];
  });
}

/** The intervals in which one or several events may lie: the first and the last of them, both included. */
type Group = { readonly first: number; readonly last: number; readonly count: number };

/**
 * One step of self-consistency: each event is divided over its intervals in proportion to the current shares. Changes
 * the shares in place and returns the largest change. As there are thousands of steps, none allocates memory.
 */
function selfConsistency(
  stretches: number,
  groups: readonly Group[],
  events: number,
): (shares: Float64Array) => number {
  const [firsts, lasts, counts] = [
    Int32Array.from(groups, ({ first }) => first),
    Int32Array.from(groups, ({ last }) => last),
    Float64Array.from(groups, ({ count }) => count),
  ];
  const upTo = new Float64Array(stretches + 1);
  // A group's addition to each of its intervals, as steps up and down, so that a round takes time linear in the data.
  const steps = new Float64Array(stretches + 1);
  return (shares) => {
    for (let at = 0; at < stretches; at += 1) upTo[at + 1] = (upTo[at] as number) + (shares[at] as number);
    steps.fill(0);
    for (let group = 0; group < counts.length; group += 1) {
      const [first, end] = [firsts[group] as number, (lasts[group] as number) + 1];
      const held = (upTo[end] as number) - (upTo[first] as number);
      if (held <= 0) continue;
      const weight = (counts[group] as number) / held;
      steps[first] = (steps[first] as number) + weight;
      steps[end] = (steps[end] as number) - weight;
    }
    let [weight, moved] = [0, 0];
    for (let at = 0; at < stretches; at += 1) {
      weight += steps[at] as number;
      const before = shares[at] as number;
      const share = (before * Math.max(0, weight)) / events;
      shares[at] = share;
      moved = Math.max(moved, Math.abs(share - before));
    }
    return moved;
  };
}

/** How well shares explain the data; to be compared with that of other shares. */
function logLikelihood(shares: Float64Array, groups: readonly Group[]): number {
  const upTo = [0];
  for (const share of shares) upTo.push((upTo.at(-1) ?? 0) + share);
  return groups.reduce(
    (sum, { first, last, count }) => sum + count * Math.log((upTo[last + 1] ?? 0) - (upTo[first] ?? 0)),
    0,
  );
}

/** Where an interval begins or ends, in order: a moment itself, an end, then what follows it. */
type Endpoint = { readonly value: number; readonly order: 0 | 1 | 2 };

const beginOf = ({ after, until }: CensoredInterval): Endpoint => ({
  value: after,
  order: after === until ? 0 : 2,
});
const endOf = ({ until }: CensoredInterval): Endpoint => ({ value: until, order: 1 });

const compare = (a: Endpoint, b: Endpoint): number =>
  a.value === b.value ? a.order - b.order : a.value < b.value ? -1 : 1;

/** Every beginning that is directly followed by an end: only these intervals can contain events. */
function innermost(intervals: readonly CensoredInterval[]): CensoredInterval[] {
  const points = intervals.flatMap((interval) => [beginOf(interval), endOf(interval)]).sort(compare);
  return points.flatMap((point, at) => {
    const next = points[at + 1];
    return point.order !== 1 && next?.order === 1 ? [{ after: point.value, until: next.value }] : [];
  });
}

function groupsOf(intervals: readonly CensoredInterval[], stretches: readonly CensoredInterval[]): Group[] {
  const groups = new Map<string, Group>();
  for (const interval of intervals) {
    const key = `${interval.after} ${interval.until}`;
    const known = groups.get(key);
    if (known !== undefined) groups.set(key, { ...known, count: known.count + 1 });
    else {
      const first = countWhere(stretches, (stretch) => compare(beginOf(stretch), beginOf(interval)) < 0);
      const last = countWhere(stretches, (stretch) => compare(endOf(stretch), endOf(interval)) <= 0) - 1;
      groups.set(key, { first, last, count: 1 });
    }
  }
  return [...groups.values()];
}

/** How many items at the front meet a condition that no item meets after the first that does not. */
function countWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rounding errors of many shares must not move a quantile to the next interval. */
const ROUNDING = 1e-6;

/** The bounds between which a share of all events had happened; null without data. @param share above 0, at most 1 */
export function quantile(masses: readonly Mass[], share: number): CensoredInterval | null {
  let reached = 0;
  for (const { after, until, share: own } of masses) {
    reached += own;
    if (reached >= share - ROUNDING) return { after, until };
  }
  const last = masses.at(-1);
  return last === undefined ? null : { after: last.after, until: last.until };
}

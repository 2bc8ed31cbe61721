/** How an award can be paid for: the programme's own miles first, then points of banks that transfer to it. Pure. */
import { type Holdings, pointsIn } from './holdings.ts';
import { fewestPoints, milesFor, mostPoints, type TransferLine } from './transfer.ts';

/** Points of one bank that become miles of the programme. */
export type Transfer = { line: TransferLine; points: number; miles: number };

export type WalletOption =
  | { kind: 'bookable'; own: number }
  /** `ways`: each alone is enough, the one with the fewest points first. */
  | { kind: 'transfer'; own: number; ways: readonly (readonly Transfer[])[] }
  /** The miles that are missing after every possible transfer. */
  | { kind: 'short'; own: number; by: number };

/** The most that each bank can send to a programme, the most miles first. */
function mostOfEach(holdings: Holdings, programme: string): (Transfer & { balance: number })[] {
  return holdings.transfers
    .filter((line) => line.programme === programme)
    .map((line) => {
      const balance = pointsIn(holdings, { kind: 'bank', name: line.bank });
      const points = mostPoints(line, balance);
      return { line, balance, points, miles: milesFor(line, points, holdings.today) };
    })
    .filter(({ miles }) => miles > 0)
    .sort((a, b) => b.miles - a.miles || compareText(a.line.bank, b.line.bank));
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A programme's miles, alone and with every transfer. */
export function reachOf(holdings: Holdings, programme: string): { own: number; transfers: number } {
  const own = pointsIn(holdings, { kind: 'programme', name: programme });
  const moved = mostOfEach(holdings, programme).reduce((sum, { miles }) => sum + miles, 0);
  return { own, transfers: own + moved };
}

/** How a number of whole miles of a programme can be paid for. */
export function optionFor(holdings: Holdings, programme: string, miles: number): WalletOption {
  const { own, transfers } = reachOf(holdings, programme);
  if (own >= miles) return { kind: 'bookable', own };
  if (transfers < miles) return { kind: 'short', own, by: miles - transfers };
  return { kind: 'transfer', own, ways: waysToMove(holdings, programme, miles - own) };
}

/** Every bank that is enough alone; if there is none, the fewest banks together. */
function waysToMove(holdings: Holdings, programme: string, miles: number): Transfer[][] {
  const banks = mostOfEach(holdings, programme);
  const alone = singles(holdings, banks, miles);
  if (alone.length > 0) return alone.map((transfer) => [transfer]);
  const all: Transfer[] = [];
  let missing = miles;
  for (const [place, { line, points, miles: most }] of banks.entries()) {
    // The last bank is the one that needs the fewest points for the rest.
    const [last] = singles(holdings, banks.slice(place), missing);
    if (last !== undefined) return [[...all, last]];
    all.push({ line, points, miles: most });
    missing -= most;
  }
  return [];
}

function singles(
  { today }: Holdings,
  banks: readonly (Transfer & { balance: number })[],
  miles: number,
): Transfer[] {
  return banks
    .flatMap(({ line, balance }) => {
      const points = fewestPoints(line, miles, balance, today);
      return points === null ? [] : { line, points, miles: milesFor(line, points, today) };
    })
    .sort((a, b) => a.points - b.points || a.miles - b.miles || compareText(a.line.bank, b.line.bank));
}

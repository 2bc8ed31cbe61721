/** How an award can be paid for: the programme's own miles first, then points of banks that transfer to it. Pure. */
import { byOwner, DEFAULT_OWNER, type Holdings, pointsIn } from './holdings.ts';
import { fewestPoints, milesFor, mostPoints, type TransferLine } from './transfer.ts';

/** Points of one bank that become miles of the programme, both of the same owner. */
export type Transfer = { owner: string; line: TransferLine; points: number; miles: number };

/** `owner`: whose accounts pay, or come closest. */
export type WalletOption = { owner: string; own: number } & (
  | { kind: 'bookable' }
  /** `ways`: each alone is enough, the one with the fewest points first. */
  | { kind: 'transfer'; ways: readonly (readonly Transfer[])[] }
  /** The miles that are missing after every possible transfer. */
  | { kind: 'short'; by: number }
);

/** The most that each bank can send to a programme, the most miles first. */
function mostOfEach(holdings: Holdings, programme: string): (Transfer & { balance: number })[] {
  return holdings.transfers
    .filter((line) => line.programme === programme)
    .map((line) => {
      const balance = pointsIn(holdings, { kind: 'bank', name: line.bank });
      const points = mostPoints(line, balance);
      return {
        owner: ownerOf(holdings),
        line,
        balance,
        points,
        miles: milesFor(line, points, holdings.today),
      };
    })
    .filter(({ miles }) => miles > 0)
    .sort((a, b) => b.miles - a.miles || compareText(a.line.bank, b.line.bank));
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const ownerOf = ({ balances }: Holdings): string => balances[0]?.owner ?? DEFAULT_OWNER;

/** The most miles of a programme that one owner has, alone and with every transfer. */
export function reachOf(holdings: Holdings, programme: string): { own: number; transfers: number } {
  const each = byOwner(holdings).map((wallet) => reachOfOwner(wallet, programme));
  return {
    own: Math.max(...each.map(({ own }) => own)),
    transfers: Math.max(...each.map(({ transfers }) => transfers)),
  };
}

function reachOfOwner(holdings: Holdings, programme: string): { own: number; transfers: number } {
  const own = pointsIn(holdings, { kind: 'programme', name: programme });
  const moved = mostOfEach(holdings, programme).reduce((sum, { miles }) => sum + miles, 0);
  return { own, transfers: own + moved };
}

/** How a number of whole miles of a programme can be paid for by one owner: the one for whom it is easiest. */
export function optionFor(holdings: Holdings, programme: string, miles: number): WalletOption {
  const [best] = byOwner(holdings)
    .map((wallet) => optionOfOwner(wallet, programme, miles))
    .sort((a, b) => effortOf(a) - effortOf(b));
  return best ?? optionOfOwner(holdings, programme, miles);
}

/** None for miles that are there, then the points to move, then what is missing. */
function effortOf(option: WalletOption): number {
  if (option.kind === 'bookable') return 0;
  if (option.kind === 'short') return 1e12 + option.by;
  return 1 + (option.ways[0] ?? []).reduce((sum, { points }) => sum + points, 0);
}

function optionOfOwner(holdings: Holdings, programme: string, miles: number): WalletOption {
  const owner = ownerOf(holdings);
  const { own, transfers } = reachOfOwner(holdings, programme);
  if (own >= miles) return { kind: 'bookable', owner, own };
  if (transfers < miles) return { kind: 'short', owner, own, by: miles - transfers };
  return { kind: 'transfer', owner, own, ways: waysToMove(holdings, programme, miles - own) };
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
    all.push({ owner: ownerOf(holdings), line, points, miles: most });
    missing -= most;
  }
  return [];
}

function singles(
  holdings: Holdings,
  banks: readonly (Transfer & { balance: number })[],
  miles: number,
): Transfer[] {
  const { today } = holdings;
  const owner = ownerOf(holdings);
  return banks
    .flatMap(({ line, balance }) => {
      const points = fewestPoints(line, miles, balance, today);
      return points === null ? [] : { owner, line, points, miles: milesFor(line, points, today) };
    })
    .sort((a, b) => a.points - b.points || a.miles - b.miles || compareText(a.line.bank, b.line.bank));
}

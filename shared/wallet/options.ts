/**
 * How an award can be paid for: the programme's own miles first, then those of its pool, then points of banks that
 * transfer to any of them. Pure.
 */
import { byOwner, DEFAULT_OWNER, type Holdings, pointsIn } from './holdings.ts';
import { type Move, movable, movesFor, payingProgrammes } from './pools.ts';
import { fewestPoints, milesFor, mostPoints, type TransferLine } from './transfer.ts';

/** Points of one bank that become miles of the programme, or of another of its pool, as `line` says: of one owner. */
export type Transfer = { owner: string; line: TransferLine; points: number; miles: number };

/**
 * `owner`: whose accounts pay, or come closest; the first of them where those of a `household` pay together. `own`: the
 * programme's own miles. `moved`: miles of its pool that are moved into it first.
 */
export type WalletOption = { owner: string; household: boolean; own: number; moved: readonly Move[] } & (
  | { kind: 'bookable' }
  /** `ways`: each alone is enough for the rest, the one with the fewest points first. */
  | { kind: 'transfer'; ways: readonly (readonly Transfer[])[] }
  /** The miles that are missing after every possible move and transfer. */
  | { kind: 'short'; by: number }
);

type Most = Transfer & { balance: number };

const ownerOf = ({ balances }: Holdings): string => balances[0]?.owner ?? DEFAULT_OWNER;

/** Every line of a bank that reaches a programme, by itself or through its pool, with the most that it can send. */
function mostOfLines(holdings: Holdings, programme: string): Most[] {
  // The programme's own lines first: of two that send the same, that one needs no further move.
  const lines = payingProgrammes(holdings.pools, programme).flatMap((paying) =>
    holdings.transfers.filter((line) => line.programme === paying),
  );
  return byOwner(holdings)
    .flatMap((wallet) =>
      lines.map((line) => {
        const balance = pointsIn(wallet, { kind: 'bank', name: line.bank });
        const points = mostPoints(line, balance);
        const miles = milesFor(line, points, holdings.today);
        return { owner: ownerOf(wallet), line, balance, points, miles };
      }),
    )
    .filter(({ miles }) => miles > 0)
    .sort((a, b) => b.miles - a.miles);
}

const isSamePurse = (one: Transfer, other: Transfer): boolean =>
  one.line.bank === other.line.bank && one.owner === other.owner;

/** The first of each owner's bank, which can send its points only once. */
const oneOfEach = <Sent extends Transfer>(all: readonly Sent[]): Sent[] =>
  all.filter((sent, place) => all.findIndex((other) => isSamePurse(other, sent)) === place);

/** A programme's miles: its own, with those of its pool, and with every transfer as well. */
type Reach = { own: number; pooled: number; transfers: number };

/** Whose balances pay for one award: those of one owner, and where a household pools them those of all. */
function payersOf(holdings: Holdings, programme: string): Holdings[] {
  const alone = byOwner(holdings);
  return alone.length > 1 && holdings.households.includes(programme) ? [...alone, holdings] : alone;
}

/** The most miles of a programme that one owner or a household has. */
export function reachOf(holdings: Holdings, programme: string): Reach {
  const each = payersOf(holdings, programme).map((wallet) => reachOfPayer(wallet, programme));
  return {
    own: Math.max(...each.map(({ own }) => own)),
    pooled: Math.max(...each.map(({ pooled }) => pooled)),
    transfers: Math.max(...each.map(({ transfers }) => transfers)),
  };
}

function reachOfPayer(holdings: Holdings, programme: string): Reach {
  const own = pointsIn(holdings, { kind: 'programme', name: programme });
  const pooled = movable(holdings, programme).reduce((sum, { miles }) => sum + miles, own);
  const moved = oneOfEach(mostOfLines(holdings, programme)).reduce((sum, { miles }) => sum + miles, 0);
  return { own, pooled, transfers: pooled + moved };
}

/** How a number of whole miles of a programme can be paid for: by the owner or household for whom it is easiest. */
export function optionFor(holdings: Holdings, programme: string, miles: number): WalletOption {
  const [best] = payersOf(holdings, programme)
    .map((wallet) => optionOfPayer(wallet, programme, miles))
    .sort((a, b) => effortOf(a) - effortOf(b) || a.moved.length - b.moved.length);
  return best ?? optionOfPayer(holdings, programme, miles);
}

/** None for miles that are there, then the points to move, then what is missing. */
function effortOf(option: WalletOption): number {
  if (option.kind === 'bookable') return 0;
  if (option.kind === 'short') return 1e12 + option.by;
  return 1 + (option.ways[0] ?? []).reduce((sum, { points }) => sum + points, 0);
}

function optionOfPayer(holdings: Holdings, programme: string, miles: number): WalletOption {
  const { own, pooled, transfers } = reachOfPayer(holdings, programme);
  const household = byOwner(holdings).length > 1;
  const paid = {
    owner: ownerOf(holdings),
    household,
    own,
    moved: movesFor(holdings, programme, miles - own),
  };
  if (pooled >= miles) return { kind: 'bookable', ...paid };
  if (transfers < miles) return { kind: 'short', ...paid, by: miles - transfers };
  return { kind: 'transfer', ...paid, ways: waysToMove(holdings, programme, miles - pooled) };
}

/** Every bank that is enough alone; if there is none, the fewest banks together. */
function waysToMove(holdings: Holdings, programme: string, miles: number): Transfer[][] {
  const lines = mostOfLines(holdings, programme);
  const alone = singles(holdings, lines, miles);
  if (alone.length > 0) return alone.map((transfer) => [transfer]);
  const banks = oneOfEach(lines);
  const all: Transfer[] = [];
  let missing = miles;
  for (const [place, { owner, line, points, miles: most }] of banks.entries()) {
    // The last bank is the one that needs the fewest points for the rest.
    const left = banks.slice(place);
    const [last] = singles(
      holdings,
      lines.filter((each) => left.some((one) => isSamePurse(one, each))),
      missing,
    );
    if (last !== undefined) return [[...all, last]];
    all.push({ owner, line, points, miles: most });
    missing -= most;
  }
  return [];
}

/** Each bank that is enough alone, by the line of it that needs the fewest points. */
function singles({ today }: Holdings, lines: readonly Most[], miles: number): Transfer[] {
  const enough = lines
    .flatMap(({ owner, line, balance }) => {
      const points = fewestPoints(line, miles, balance, today);
      return points === null ? [] : { owner, line, points, miles: milesFor(line, points, today) };
    })
    .sort((a, b) => a.points - b.points || a.miles - b.miles);
  return oneOfEach(enough);
}

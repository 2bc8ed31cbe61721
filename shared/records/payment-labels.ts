/** A payment in words: the same for a record, the Book sheet, a plan and the assistant. Pure. */
import type { Wallet } from '#shared/contract/wallet.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { formatNumber, listLabel, plainDate } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import type { Payment } from '#shared/planning/payment.ts';
import type { Household } from '#shared/wallet/holdings.ts';
import { bonusOn, type TransferLine } from '#shared/wallet/transfer.ts';
import { bankLabel, packHouseholds, packPools } from '#shared/wallet/transfer-table.ts';

type Transfer = Payment['transfers'][number];
type Move = Payment['moves'][number];

/** `1 : 1`, `5 : 4`. */
export const ratioLabel = ({ points, miles }: Pick<TransferLine, 'points' | 'miles'>): string =>
  `${formatNumber(points)} : ${formatNumber(miles)}`;

/** `25% more until 31 Mar 2027`, `5,000 more for every 60,000`; null where a line has no bonus on that day. */
export function bonusLabel(line: TransferLine, today: CalendarDate): string | null {
  const { blockPoints = 0, blockMiles = 0 } = line;
  const percent = bonusOn(line, today);
  const more = `${formatNumber(percent)}% more`;
  const words = [
    ...(blockPoints === 0
      ? []
      : [`${formatNumber(blockMiles)} more for every ${formatNumber(blockPoints)} at once`]),
    ...(percent === 0
      ? []
      : [line.bonusUntil === null ? more : `${more} until ${plainDate(line.bonusUntil)}`]),
  ];
  return words.length === 0 ? null : words.join(', ');
}

/** `1 : 1, 25% more until 31 Mar 2027`. */
const termsLabel = (line: TransferLine, today: CalendarDate): string =>
  [ratioLabel(line), bonusLabel(line, today)].filter((words) => words !== null).join(', ');

const ofOwner = (owner: string, isNamed: boolean): string => (isNamed ? ` of ${owner}` : '');

/** `30,000 from Citi ThankYou, 1 : 1`; with whose they are where several own balances. */
export const transfersLabel = (
  transfers: readonly Transfer[],
  today: CalendarDate,
  isNamed: boolean,
): string =>
  listLabel(
    transfers.map(
      ({ owner, line, points }) =>
        `${formatNumber(points)} from ${bankLabel(line.bank)}${ofOwner(owner, isNamed)}, ${termsLabel(line, today)}`,
    ),
  );

/** `45,000 Avios from The British Airways Club`: what is there and is moved, without what transfers bring first. */
export function movesLabel({ transfers, moves }: Payment, today: CalendarDate, isNamed: boolean): string {
  const pools = packPools(today);
  const brought = (owner: string, programme: string) =>
    transfers.reduce(
      (sum, one) => (one.owner === owner && one.line.programme === programme ? sum + one.miles : sum),
      0,
    );
  const own = [...Map.groupBy(moves, ({ owner, from }) => JSON.stringify([owner, from])).values()];
  return listLabel(
    own.flatMap((of) => {
      const [{ owner, from } = { owner: '', from: '' }] = of;
      const miles = of.reduce((sum, move) => sum + move.miles, 0) - brought(owner, from);
      const currency = pools.find(({ programmes }) => programmes.includes(from))?.currency ?? 'miles';
      return miles <= 0
        ? []
        : `${formatNumber(miles)} ${currency} from ${programmeLabel(from)}${ofOwner(owner, isNamed)}`;
    }),
  );
}

function moveLabel({ owner, from, to, toOwner, miles }: Move): string {
  const paying = `${formatNumber(miles)} ${programmeLabel(from)}`;
  if (owner === toOwner) return `${owner}: move ${paying} on to ${programmeLabel(to)}`;
  if (from === to) return `${paying} of ${owner} pay for ${toOwner}`;
  return `${owner}: move ${paying} to an account of the same name in ${programmeLabel(to)}, where they pay for ${toOwner}`;
}

/** What is to be done, a sentence each: transfers with ratios and bonuses, then moves between accounts. */
export const paymentLabels = (
  { transfers, moves }: Pick<Payment, 'transfers' | 'moves'>,
  today: CalendarDate,
): string[] => [
  ...transfers.map(
    ({ owner, line, points, miles }) =>
      `${owner}: move ${formatNumber(points)} ${bankLabel(line.bank)} to ${formatNumber(miles)} ${programmeLabel(line.programme)} (${termsLabel(line, today)}, steps of ${formatNumber(line.step)})`,
  ),
  ...moves.map(moveLabel),
];

/** `up to seven people at one address, as of 26 May 2025, one source`. */
export const householdTerms = (
  { terms, isConfirmed, asOf, until }: Pick<Household, 'terms' | 'isConfirmed' | 'asOf' | 'until'>,
  today: CalendarDate,
): string =>
  [terms, ...(isConfirmed ? [] : ['not confirmed by a second source']), dated({ asOf, until }, today)].join(
    ', ',
  );

const dated = ({ asOf, until }: { asOf: CalendarDate; until: CalendarDate }, today: CalendarDate): string =>
  today > until ? `as of ${plainDate(asOf)}, past its date` : `as of ${plainDate(asOf)}`;

/**
 * The conditions of a payment, a sentence each: that several people need a household account, what holds for miles that
 * share a currency, and what is noted of each transfer. It names no person and no balance.
 */
export function paymentNotes(
  { transfers, moves }: Pick<Payment, 'transfers' | 'moves'>,
  { today, transfers: table }: Pick<Wallet, 'today' | 'transfers'>,
): string[] {
  const shared = new Set(moves.flatMap(({ owner, toOwner, to }) => (owner === toOwner ? [] : to)));
  const moved = moves.filter(({ from, to }) => from !== to);
  const lines = table.filter(({ bank, programme }) =>
    transfers.some(({ line }) => line.bank === bank && line.programme === programme),
  );
  return [
    ...packHouseholds().flatMap((household) =>
      shared.has(household.programme)
        ? `Several people’s ${programmeLabel(household.programme)} pay together only in its ${household.name ?? 'household account'}, set up there before, and each of them needs an account in ${programmeLabel(household.programme)}: ${householdTerms(household, today)}.`
        : [],
    ),
    ...packPools(today).flatMap((pool) =>
      moved.some(({ from }) => pool.programmes.includes(from))
        ? `Moving ${pool.currency}: ${(pool.note ?? 'nothing is known of its conditions').replace(/\.$/u, '')}; ${dated(pool, today)}.`
        : [],
    ),
    ...lines.flatMap(({ bank, programme, facts }) => {
      if (facts === null || (facts.note === null && facts.until >= today)) return [];
      const check = facts.until < today ? ['check the ratio at the bank before you move points'] : [];
      const words = [...(facts.note === null ? [] : [facts.note]), dated(facts, today), ...check];
      return `${bankLabel(bank)} to ${programmeLabel(programme)}: ${words.join('; ')}.`;
    }),
  ];
}

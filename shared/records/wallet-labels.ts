/** How an award can be paid for, in words. Pure. */
import type { RecordRow } from '#shared/contract/awards.ts';
import type { Wallet, WalletLine } from '#shared/contract/wallet.ts';
import { addDays, type CalendarDate } from '#shared/dates.ts';
import { formatNumber, listLabel, plainDate, plural, shortMiles } from '#shared/formats.ts';
import { mergerNote, programmeAccount, programmeLabel } from '#shared/places/programmes.ts';
import type { Purses } from '#shared/planning/paying.ts';
import type { Holdings, Household } from '#shared/wallet/holdings.ts';
import { optionFor, type Transfer, type WalletOption } from '#shared/wallet/options.ts';
import type { Move } from '#shared/wallet/pools.ts';
import { bonusOn, type TransferLine } from '#shared/wallet/transfer.ts';
import {
  bankLabel,
  bankShort,
  packHouseholds,
  packPools,
  transferTable,
} from '#shared/wallet/transfer-table.ts';

/** Whether a line counts: one that the user removed does not, nor one that no good source confirms and the user neither. */
const isUsableLine = ({ offered, facts }: Pick<WalletLine, 'offered' | 'facts'>): boolean =>
  offered && facts?.isConfirmed !== false;

/** A wallet's own holdings for booking. */
export const holdingsOf = ({ today, balances, transfers }: Wallet): Holdings => ({
  today,
  balances,
  transfers: transfers.filter(isUsableLine),
  pools: packPools(today),
  households: countedHouseholds(),
});

/** Programmes whose miles of several owners count together. */
const countedHouseholds = (): string[] =>
  packHouseholds().flatMap(({ programme, counts }) => (counts ? programme : []));

/** A wallet as a plan is paid from it: several bookings at once, by all owners. */
export const pursesOf = ({ today, balances, transfers }: Wallet): Purses => ({
  today,
  balances,
  transfers: transfers.filter(isUsableLine),
  pools: packPools(today).map(({ programmes }) => programmes),
  households: countedHouseholds(),
});

/** `up to seven people at one address, as of 26 May 2025, one source`. */
export const householdTerms = (
  { terms, isConfirmed, asOf }: Pick<Household, 'terms' | 'isConfirmed' | 'asOf'>,
  isPast: boolean,
): string =>
  [
    terms,
    `as of ${plainDate(asOf)}`,
    ...(isConfirmed ? [] : ['not confirmed by a second source']),
    ...(isPast ? ['past its date'] : []),
  ].join(', ');

/** How a price in one programme can be paid for, for all travellers of the wallet. */
export const walletOption = (wallet: Wallet, programme: string, miles: number): WalletOption =>
  optionFor(holdingsOf(wallet), programmeAccount(programme), miles * wallet.travellers);

/** Whether there is anything to pay for: award space with miles, on a day that has not departed. */
export const isPayable = <Content extends Pick<RecordRow, 'available' | 'miles' | 'date'>>(
  record: Content,
  today: CalendarDate,
): record is Content & { miles: number } =>
  record.available && record.miles !== null && (record.date === null || record.date >= today);

/** A statement about one seat, with the number of seats where there are more. */
const forSeats = (words: string, travellers: number): string =>
  travellers === 1 ? words : `${words} for ${plural(travellers, 'seat')}`;

/** `1 : 1`, `5 : 4`. */
export const ratioLabel = ({ points, miles }: Pick<TransferLine, 'points' | 'miles'>): string =>
  `${formatNumber(points)} : ${formatNumber(miles)}`;

/** `25% more until 31 Mar 2027`; null where a line has no bonus on that day. */
export function bonusLabel(line: TransferLine, today: CalendarDate): string | null {
  const percent = bonusOn(line, today);
  if (percent === 0) return null;
  const more = `${formatNumber(percent)}% more`;
  return line.bonusUntil === null ? more : `${more} until ${plainDate(line.bonusUntil)}`;
}

/** `45,000 Avios from The British Airways Club`; moved within the pool of the programme that needs them. */
const movesLabel = (moves: readonly Move[]): string =>
  listLabel(
    moves.map(
      ({ from, miles, pool }) => `${formatNumber(miles)} ${pool.currency} from ${programmeLabel(from)}`,
    ),
  );

function transferLabel({ line, points }: Transfer, today: CalendarDate): string {
  const bonus = bonusLabel(line, today);
  return [
    `${formatNumber(points)} from ${bankLabel(line.bank)}`,
    ratioLabel(line),
    ...(bonus === null ? [] : [bonus]),
  ].join(', ');
}

export const transfersLabel = (way: readonly Transfer[], today: CalendarDate): string =>
  listLabel(way.map((transfer) => transferLabel(transfer, today)));

/**
 * `Bookable now`, `Bookable now with 45,000 Avios from The British Airways Club`, `With 30,000 from Citi ThankYou, 1 : 1`,
 * `Short by 12,000 for 2 seats`.
 */
export function optionLabel(
  option: WalletOption,
  { travellers, today }: Pick<Wallet, 'travellers' | 'today'>,
): string {
  switch (option.kind) {
    case 'bookable':
      return forSeats(
        [
          option.moved.length === 0 ? 'Bookable now' : `Bookable now with ${movesLabel(option.moved)}`,
          ...(option.household ? ['from a household account'] : []),
        ].join(', '),
        travellers,
      );
    case 'transfer': {
      const way = transfersLabel(option.ways[0] ?? [], today);
      return forSeats(
        option.moved.length === 0 ? `With ${way}` : `With ${movesLabel(option.moved)}, and ${way}`,
        travellers,
      );
    }
    case 'short': {
      const short = `Short by ${formatNumber(option.by)}`;
      return forSeats(
        option.moved.length === 0 ? short : `${short} with ${movesLabel(option.moved)}`,
        travellers,
      );
    }
  }
}

/** `30k`; points that are not a round number in full, since fewer would not be enough. */
const shortPoints = (points: number): string =>
  points % (points < 1_000_000 ? 100 : 10_000) === 0 ? shortMiles(points) : formatNumber(points);

/** The transfers needed, in a cell of a table: `30k from Citi TY, 1 : 1`; null where none is. */
export function movedLabel(option: WalletOption): string | null {
  if (option.kind !== 'transfer') return null;
  const way = option.ways[0] ?? [];
  return listLabel(
    way.map(({ line, points }) => `${shortPoints(points)} from ${bankShort(line.bank)}, ${ratioLabel(line)}`),
  );
}

/** The same in a cell of a table, from the record's own data. */
export function paidForLabel(
  { how, short }: NonNullable<RecordRow['wallet']>,
  seatsFor?: RecordRow['seatsFor'],
): string {
  const seats = seatsFor?.enough === null ? ` if ${plural(seatsFor.travellers, 'seat')}` : '';
  switch (how) {
    case 'fewer_seats':
      return 'Too few seats';
    case 'bookable':
      return seats === '' ? 'Bookable now' : `Bookable${seats}`;
    case 'transfer':
      return `With a transfer${seats}`;
    case 'short':
      return `Short by ${formatNumber(short)}`;
  }
}

/**
 * Until when the transfers of the pack are to be relied on, or since when they are past their date.
 * @param past how many of its lines are past their own date
 */
export function tableLabel(today: CalendarDate, past: number): string {
  const { asOf, until } = transferTable();
  if (today > until) return `As of ${plainDate(asOf)}, past its date since ${plainDate(until)}`;
  const good = `As of ${plainDate(asOf)}, good until ${plainDate(until)}`;
  return past === 0
    ? good
    : `${good} but for ${plural(past, 'line')} past ${past === 1 ? 'its' : 'their'} date`;
}

/**
 * The uncertainty of an answer that uses a fact past its date, or that a line which nobody confirmed might change; null
 * where every fact that decides it is in date or the user's own.
 */
export function staleLabel(option: WalletOption, wallet: Wallet, programme: string): string | null {
  const { today } = wallet;
  const merged = mergerNote(programme, today);
  if (merged !== '')
    return `That this programme shares its miles with another is a fact ${merged}: check it before you count on it.`;
  const pool = option.moved.find((move) => move.pool.until < today)?.pool;
  if (pool !== undefined)
    return `Moving ${pool.currency} is a fact of ${plainDate(pool.asOf)} and past its date: check it before you count on it.`;
  if (option.kind === 'bookable') return null;
  if (option.kind === 'short') return mayReach(wallet, programme);
  const used = option.ways.flat().map(({ line }) => line);
  const stale = wallet.transfers.find(
    ({ facts, bank, programme }) =>
      facts !== null &&
      facts.until < today &&
      used.some((line) => line.bank === bank && line.programme === programme),
  );
  return stale?.facts
    ? `The ratio is from ${plainDate(stale.facts.asOf)} and past its date: check it at the bank before you move points.`
    : null;
}

/** The day since when one of the transfers to be made is past its date; null where all are in date or the user's own. */
export function staleSince(
  lines: readonly Pick<TransferLine, 'bank' | 'programme'>[],
  { today, transfers }: Pick<Wallet, 'today' | 'transfers'>,
): CalendarDate | null {
  const [earliest] = lines
    .flatMap((line) =>
      transfers.filter(({ bank, programme }) => bank === line.bank && programme === line.programme),
    )
    .flatMap(({ facts }) => (facts !== null && facts.until < today ? addDays(facts.until, 1) : []))
    .sort();
  return earliest ?? null;
}

/** What might reach a programme that the wallet falls short of: lines past their date, and unconfirmed ones. */
function mayReach({ balances, transfers, today }: Wallet, programme: string): string | null {
  const { asOf, until } = transferTable();
  if (today > until)
    return `The transfers are from ${plainDate(asOf)} and past their date: points may reach further, or less far.`;
  const unconfirmed = transfers.filter(
    (line) =>
      line.offered &&
      !isUsableLine(line) &&
      line.programme === programme &&
      balances.some(({ kind, name }) => kind === 'bank' && name === line.bank),
  );
  return unconfirmed.length === 0
    ? null
    : `Not counted, because no good source confirms it: points of ${listLabel(unconfirmed.map(({ bank }) => bankLabel(bank)))}.`;
}

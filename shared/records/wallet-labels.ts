/** How an award can be paid for, in words. Pure. */
import type { RecordRow } from '#shared/contract/awards.ts';
import type { Wallet, WalletLine } from '#shared/contract/wallet.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { formatNumber, listLabel, plainDate, plural, shortMiles } from '#shared/formats.ts';
import { mergerNote, programmeAccount } from '#shared/places/programmes.ts';
import { optionFor, otherWays, type WalletOption } from '#shared/planning/one-award.ts';
import type { Need, Purses } from '#shared/planning/paying.ts';
import type { Payment } from '#shared/planning/payment.ts';
import { isShared } from '#shared/wallet/holdings.ts';
import {
  bankLabel,
  bankShort,
  packHouseholds,
  packPools,
  transferTable,
} from '#shared/wallet/transfer-table.ts';
import { movesLabel, paymentNotes, ratioLabel, transfersLabel } from './payment-labels.ts';

/** Whether a line counts: one that the user removed does not, nor one that no good source confirms and the user neither. */
const isUsableLine = ({ offered, facts }: Pick<WalletLine, 'offered' | 'facts'>): boolean =>
  offered && facts?.isConfirmed !== false;

/** Programmes whose miles of several owners count together. */
const countedHouseholds = (): string[] =>
  packHouseholds().flatMap(({ programme, counts }) => (counts ? programme : []));

const knownPurses = new WeakMap<Wallet, Purses>();

/** A wallet as bookings are paid from it, by all owners; the same for the same wallet. */
export function pursesOf(wallet: Wallet): Purses {
  const { today, balances, transfers } = wallet;
  const purses = knownPurses.get(wallet) ?? {
    ...{ today, balances, transfers: transfers.filter(isUsableLine), households: countedHouseholds() },
    pools: packPools(today).map(({ programmes }) => programmes),
  };
  knownPurses.set(wallet, purses);
  return purses;
}

/** A price in one programme, for all travellers of the wallet. */
const needOf = (programme: string, miles: number, { travellers }: Pick<Wallet, 'travellers'>): Need => ({
  programme: programmeAccount(programme),
  miles: miles * travellers,
});

/** How a price in one programme can be paid for, for all travellers of the wallet. */
export const walletOption = (wallet: Wallet, programme: string, miles: number): WalletOption =>
  optionFor(pursesOf(wallet), needOf(programme, miles, wallet));

/** One bank account that pays for the same alone, the fewest points first. */
export const otherOptions = (
  wallet: Wallet,
  programme: string,
  miles: number,
  option: WalletOption,
): Payment[] => otherWays(pursesOf(wallet), needOf(programme, miles, wallet), option);

/** Whether there is anything to pay for: award space with miles, on a day that has not departed. */
export const isPayable = <Content extends Pick<RecordRow, 'available' | 'miles' | 'date'>>(
  record: Content,
  today: CalendarDate,
): record is Content & { miles: number } =>
  record.available && record.miles !== null && (record.date === null || record.date >= today);

/** A statement about one seat, with the number of seats where there are more. */
const forSeats = (words: string, travellers: number): string =>
  travellers === 1 ? words : `${words} for ${plural(travellers, 'seat')}`;

/**
 * `Bookable now`, `Bookable now with 45,000 Avios from The British Airways Club`, `With 30,000 from Citi ThankYou, 1 : 1`,
 * `Short by 12,000 for 2 seats`; with whose they are where several people own balances.
 */
export function optionLabel(
  option: WalletOption,
  wallet: Pick<Wallet, 'travellers' | 'today'> & { balances: readonly { owner: string }[] },
): string {
  const { travellers, today } = wallet;
  if (option.kind === 'short') return forSeats(`Short by ${formatNumber(option.by)}`, travellers);
  const { payment } = option;
  const isNamed = isShared(wallet.balances);
  const moved = movesLabel(payment, today, isNamed);
  const isTogether = payment.moves.some(({ owner, toOwner }) => owner !== toOwner);
  const from = isTogether ? ['from a household account'] : [];
  const said = (words: string) => forSeats([words, ...from].join(', '), travellers);
  if (option.kind === 'transfer') {
    const way = transfersLabel(payment.transfers, today, isNamed);
    return said(moved === '' ? `With ${way}` : `With ${moved}, and ${way}`);
  }
  if (moved !== '') return said(`Bookable now with ${moved}`);
  return said(isNamed ? `Bookable now by ${listLabel(payment.paidBy)}` : 'Bookable now');
}

/** `30k`; points that are not a round number in full, since fewer would not be enough. */
const shortPoints = (points: number): string =>
  points % (points < 1_000_000 ? 100 : 10_000) === 0 ? shortMiles(points) : formatNumber(points);

/** The transfers needed, in a cell of a table: `30k from Citi TY, 1 : 1`; null where none is. */
export const movedLabel = (option: WalletOption): string | null =>
  option.kind !== 'transfer'
    ? null
    : listLabel(
        option.payment.transfers.map(
          ({ line, points }) => `${shortPoints(points)} from ${bankShort(line.bank)}, ${ratioLabel(line)}`,
        ),
      );

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
 * What holds for a payment, and what makes an answer uncertain: its conditions, a merger of programmes, and lines that
 * nobody confirmed or that are past their date.
 */
export function optionNotes(option: WalletOption, wallet: Wallet, programme: string): string[] {
  const merged = mergerNote(programme, wallet.today);
  const unsure = option.kind === 'short' ? mayReach(wallet, programme) : null;
  return [
    ...(merged === ''
      ? []
      : [
          `That this programme shares its miles with another is a fact ${merged}: check it before you count on it.`,
        ]),
    ...(option.kind === 'short' ? [] : paymentNotes(option.payment, wallet)),
    ...(unsure === null ? [] : [unsure]),
  ];
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

/** How an award can be paid for, in words. Pure. */
import type { RecordRow } from '#shared/contract/awards.ts';
import type { Wallet } from '#shared/contract/wallet.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { formatNumber, listLabel, plainDate, plural, shortMiles } from '#shared/formats.ts';
import { programmeAccount, programmeLabel, programmeShort } from '#shared/places/programmes.ts';
import type { Holdings } from '#shared/wallet/holdings.ts';
import { optionFor, type Transfer, type WalletOption } from '#shared/wallet/options.ts';
import type { Together } from '#shared/wallet/several.ts';
import { bonusOn, type TransferLine } from '#shared/wallet/transfer.ts';
import { bankLabel, bankShort, TRANSFER_TABLE } from '#shared/wallet/transfer-table.ts';

/** A wallet's own holdings for booking, without lines that the user removed. */
export const holdingsOf = ({ today, balances, transfers }: Wallet): Holdings => ({
  today,
  balances,
  transfers: transfers.filter(({ offered }) => offered),
});

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

/** `Bookable now`, `With 30,000 from Citi ThankYou, 1 : 1`, `Short by 12,000 for 2 seats`. */
export function optionLabel(
  option: WalletOption,
  { travellers, today }: Pick<Wallet, 'travellers' | 'today'>,
): string {
  switch (option.kind) {
    case 'bookable':
      return forSeats('Bookable now', travellers);
    case 'transfer':
      return forSeats(`With ${transfersLabel(option.ways[0] ?? [], today)}`, travellers);
    case 'short':
      return forSeats(`Short by ${formatNumber(option.by)}`, travellers);
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
export function paidForLabel({ how, short }: NonNullable<RecordRow['wallet']>): string {
  if (how === 'bookable') return 'Bookable now';
  return how === 'transfer' ? 'With a transfer' : `Short by ${formatNumber(short)}`;
}

/** `Aeroplan 120,000: bookable now`: the sum of several awards in one programme. */
export const needLabel = (
  { programme, miles, option }: { programme: string; miles: number; option: WalletOption },
  wallet: Pick<Wallet, 'travellers' | 'today'>,
): string =>
  `${programmeLabel(programme)}, ${formatNumber(miles)}: ${lowerFirst(optionLabel(option, { ...wallet, travellers: 1 }))}`;

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Whether several programmes can be paid for at once. */
export function togetherLabel(together: Together, today: CalendarDate): string {
  switch (together.kind) {
    case 'bookable':
      return together.transfers.length === 0
        ? 'All of it is bookable now.'
        : `All of it together: with ${together.transfers
            .map(
              (transfer) => `${transferLabel(transfer, today)} to ${programmeShort(transfer.line.programme)}`,
            )
            .join('; ')}.`;
    case 'clash':
      return 'Each alone is bookable, but no way was found to pay for all of it at once.';
    case 'short':
      return 'Not all of it: see what is short.';
  }
}

/** Until when the shipped table is valid, or since when it is stale. */
export function tableLabel(today: CalendarDate): string {
  const { asOf, staleAfter } = TRANSFER_TABLE;
  return today > staleAfter
    ? `As of ${plainDate(asOf)}, stale since ${plainDate(staleAfter)}`
    : `As of ${plainDate(asOf)}, stale after ${plainDate(staleAfter)}`;
}

/**
 * The uncertainty of an answer that uses a shipped line; null where every line is the user's own or the table is valid.
 */
export function staleLabel(option: WalletOption, wallet: Wallet): string | null {
  if (option.kind === 'bookable' || wallet.today <= TRANSFER_TABLE.staleAfter) return null;
  if (option.kind === 'short')
    return `The transfer table is from ${plainDate(TRANSFER_TABLE.asOf)} and stale: points may reach further, or less far.`;
  const used = option.ways.flat().map(({ line }) => line);
  const isStale = wallet.transfers.some(
    ({ changedAt, bank, programme }) =>
      changedAt === null && used.some((line) => line.bank === bank && line.programme === programme),
  );
  return isStale
    ? `The ratio is from ${plainDate(TRANSFER_TABLE.asOf)} and stale: check it at the bank before you move points.`
    : null;
}

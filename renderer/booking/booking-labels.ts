/** From seat to ticket, in words. Pure. */

import type { Experience, Outcome } from '#shared/booking/experience.ts';
import type { HoldRule, ProgrammeLink } from '#shared/booking/programme-links.ts';
import type { ListedAnswer } from '#shared/contract/booking.ts';
import type { WalletLine } from '#shared/contract/wallet.ts';
import { type CalendarDate, localDay } from '#shared/dates.ts';
import { formatNumber, listLabel, plainDate, plural, shortTime } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { programmeLabel, programmeShort } from '#shared/places/programmes.ts';
import { bonusLabel, ratioLabel } from '#shared/records/payment-labels.ts';
import { bankLabel } from '#shared/wallet/transfer-table.ts';

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  booked: 'Booked',
  held: 'On hold',
  not_there: 'It was gone',
  other_price: 'Other price',
};

/** `LifeMiles: 3 of 11 were gone at about this age`: the user's own experience, beside the odds. */
export function experienceLabel(programme: string, { notThere, otherPrice, of }: Experience): string {
  const name = programmeShort(programme);
  if (of === 0) return `${name}: no answer of yours at about this age yet.`;
  const were = notThere === 1 ? 'was' : 'were';
  const counted = `${name}: ${formatNumber(notThere)} of ${formatNumber(of)} ${were} gone at about this age`;
  return otherPrice === 0 ? `${counted}.` : `${counted}, and ${formatNumber(otherPrice)} had another price.`;
}

/** A dated fact, with its warning once it is past its date. */
export const factDate = (
  { asOf, until }: { asOf: CalendarDate; until: CalendarDate },
  today: CalendarDate,
): string => (today > until ? `as of ${plainDate(asOf)}, past its date` : `as of ${plainDate(asOf)}`);

/** Whether a programme holds an award before its miles are there, with source and date. */
export function holdLabel(programme: string, rule: HoldRule | null, today: CalendarDate): string {
  const name = programmeLabel(programme);
  if (rule === null) return `Whether ${name} holds awards is not known: ask before you move points.`;
  const days =
    rule.hours === null
      ? 'for some time'
      : rule.hours % 24 === 0
        ? `for up to ${plural(rule.hours / 24, 'day')}`
        : `for up to ${plural(rule.hours, 'hour')}`;
  return [
    !rule.allowed
      ? `${name} holds no awards.`
      : rule.how === null
        ? `${name} holds awards ${days}.`
        : `${name} holds awards ${days}, ${rule.how === 'online' ? 'online' : 'by phone'}.`,
    ...(rule.note === null ? [] : [rule.note]),
    rule.sure === 'C'
      ? `${capital(factDate(rule, today))}, by ${rule.source}, which is not sure.`
      : `${capital(factDate(rule, today))}, by ${rule.source}.`,
  ].join(' ');
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A line of the transfer table in full: ratio, steps, bonus, how long it takes, and the date of the fact. */
export function lineLabel(line: WalletLine, today: CalendarDate): string {
  const { facts, minimum, step, changedAt } = line;
  const bonus = bonusLabel(line, today);
  const assumed = (isStated: boolean | undefined) => (isStated === false ? ' (assumed)' : '');
  return [
    `${bankLabel(line.bank)} to ${programmeLabel(line.programme)}: ${ratioLabel(line)}`,
    `at least ${formatNumber(minimum)}${assumed(facts?.isMinimumStated)}, in steps of ${formatNumber(step)}${assumed(facts?.isStepStated)}`,
    bonus ?? 'no bonus',
    facts?.time == null ? 'how long it takes is not known' : `takes: ${facts.time}`,
    ...(facts?.note == null ? [] : [facts.note]),
    facts !== null
      ? factDate(facts, today)
      : changedAt === null
        ? 'your own line'
        : `your own line of ${plainDate(localDay(changedAt))}`,
  ].join('; ');
}

/** `Search filled in`, and what is left to choose there. */
export function linkLabel({ kind, host, left }: ProgrammeLink): string {
  if (kind === 'page') return `Search page at ${host}`;
  return left.length === 0
    ? `Award search at ${host}, filled in`
    : `Award search at ${host}, filled in but for ${listLabel(left.map((part) => (part === 'cabin' ? 'the cabin' : 'the travellers')))}`;
}

const MARKS: Readonly<Record<Outcome, string>> = {
  booked: 'You booked it',
  held: 'You hold it',
  not_there: 'You found it gone',
  other_price: 'You saw another price',
};
/** Where it was seen again since. */
const MARKS_BEFORE: Readonly<Record<Outcome, string>> = {
  ...MARKS,
  not_there: 'You found it gone before it was seen again',
  other_price: 'You saw another price before it was seen again',
};

/**
 * What the user found of a record, for the row that offers it: it changes no odds and no order.
 * @param seenAt when the record was seen last, UTC ms: what is gone may be there again
 */
export const answerMark = (
  { outcome, seenAt: answered }: Pick<ListedAnswer, 'outcome' | 'seenAt'>,
  seenAt: number,
): string => (answered < seenAt ? MARKS_BEFORE : MARKS)[outcome];

/** What the user said, in a line: `Booked, reference ABC123, 116,000 miles, USD 182.40 taxes`. */
export function answerLabel({ outcome, reference, miles, taxes, heldUntil, way }: ListedAnswer): string {
  return [
    OUTCOME_LABELS[outcome],
    ...(heldUntil === null ? [] : [`until ${shortTime(heldUntil)}`]),
    ...(reference === '' ? [] : [`reference ${reference}`]),
    ...(miles === null ? [] : [`${formatNumber(miles)} miles`]),
    ...(taxes === null ? [] : [`${amountLabel(taxes)} taxes`]),
    ...(way === null || way.flights.length === 0 ? [] : [way.flights.join(', ')]),
  ].join(', ');
}

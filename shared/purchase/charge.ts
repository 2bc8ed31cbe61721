import { z } from 'zod';
import { type Amount, amountSchema, compareAmounts, formatAmount, totalsByCurrency } from '../money.ts';

/** A statement about a charge that cannot be right. `known` is the service's own words or amount, shortened: data. */
export const chargeOdditySchema = z.object({
  kind: z.enum([
    'negative', // a negative amount
    'not_understood', // an unknown charge state, an inexact amount, or two that contradict each other
  ]),
  known: z.string(),
});
export type ChargeOddity = z.infer<typeof chargeOdditySchema>;

/** A charge compared with its approval. Amounts are exact; nothing is converted. */
export type Charge = {
  /** The most that the approval allowed; null where nothing was quoted. */
  approved: Amount | null;
  /** The charge that the service states; null where it states no exact amount. */
  charged: Amount | null;
  oddity: ChargeOddity | null;
};

const CHARGE_ALARMS = ['more', 'other_currency', 'negative', 'not_understood'] as const;
export type ChargeAlarmKind = (typeof CHARGE_ALARMS)[number];

/** A charge that differs from its approval; it remains until the user has seen it. */
export const chargeAlarmSchema = z.object({
  kind: z.enum(CHARGE_ALARMS),
  words: z.string(),
  approved: amountSchema.nullable(),
  charged: amountSchema.nullable(),
  /** Identifies exactly this charge, so that one that changes meanwhile does not count as seen. */
  mark: z.string(),
});
export type ChargeAlarm = z.infer<typeof chargeAlarmSchema>;

const isNegative = ({ units }: Amount): boolean => units.startsWith('-') && BigInt(units) !== 0n;

/** How a charge differs from its approval; null where it does not, or where none was stated. */
export function chargeDiffers({ approved, charged, oddity }: Charge): ChargeAlarmKind | null {
  if (oddity !== null) return oddity.kind;
  if (charged === null) return null;
  if (isNegative(charged)) return 'negative';
  if (approved === null) return BigInt(charged.units) === 0n ? null : 'more';
  if (BigInt(charged.units) === 0n) return null;
  if (charged.currency !== approved.currency) return 'other_currency';
  return compareAmounts(charged, approved) > 0 ? 'more' : null;
}

/** The alarm that a charge raises; null where it matches its approval. */
export function chargeAlarm(charge: Charge): ChargeAlarm | null {
  const kind = chargeDiffers(charge);
  if (kind === null) return null;
  const { approved, charged, oddity } = charge;
  const yours = approved === null ? 'nothing' : formatAmount(approved);
  const theirs = charged === null ? 'an amount that cannot be read' : formatAmount(charged);
  const words = {
    more: `${theirs} was charged where you approved ${yours}.`,
    other_currency: `${theirs} was charged where you approved ${yours}: in another currency.`,
    negative: `The service states a charge below nothing (${oddity?.known ?? theirs}) where you approved ${yours}.`,
    not_understood: `What the service says of the charge is not understood (${oddity?.known ?? ''}). You approved ${yours}.`,
  }[kind];
  return { kind, words, approved, charged, mark: JSON.stringify([kind, charged, oddity?.known ?? null]) };
}

/**
 * All that may have been charged: the larger of approval and charge, the approval's currency first. A charge in another
 * currency counts in addition, since nothing here converts money; a negative one does not count.
 */
export function largerOf({ approved, charged }: Pick<Charge, 'approved' | 'charged'>): Amount[] {
  const known = charged === null || BigInt(charged.units) <= 0n ? null : charged;
  if (approved === null || known === null) return [approved ?? known].filter((amount) => amount !== null);
  if (known.currency !== approved.currency) return totalsByCurrency([approved, known]);
  return [compareAmounts(known, approved) > 0 ? known : approved];
}

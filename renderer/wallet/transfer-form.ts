import type { z } from 'zod';
import {
  BONUS_MAX,
  POINTS_MAX,
  RATIO_MAX,
  type transferLineSchema,
  type WalletLine,
} from '#shared/contract/wallet.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { bankLabel } from '#shared/wallet/transfer-table.ts';
import { readMiles } from '../records/typed-miles.ts';
import { bankNamed, programmeNamed } from './account-names.ts';

export type TypedLine = Record<
  | 'bank'
  | 'programme'
  | 'points'
  | 'miles'
  | 'minimum'
  | 'step'
  | 'blockPoints'
  | 'blockMiles'
  | 'bonusPercent'
  | 'bonusUntil',
  string
>;
export type LineProblems = Partial<TypedLine>;
type TransferValues = z.infer<typeof transferLineSchema>;

export const NO_LINE: TypedLine = {
  bank: '',
  programme: '',
  points: '1',
  miles: '1',
  minimum: '1000',
  step: '1000',
  blockPoints: '',
  blockMiles: '',
  bonusPercent: '',
  bonusUntil: '',
};

const orNothing = (number = 0): string => (number === 0 ? '' : String(number));

export const typedLine = (line: WalletLine): TypedLine => ({
  bank: bankLabel(line.bank),
  programme: programmeLabel(line.programme),
  points: String(line.points),
  miles: String(line.miles),
  minimum: String(line.minimum),
  step: String(line.step),
  blockPoints: orNothing(line.blockPoints),
  blockMiles: orNothing(line.blockMiles),
  bonusPercent: orNothing(line.bonusPercent),
  bonusUntil: line.bonusUntil ?? '',
});

const whole = (text: string, most: number): number | null => {
  const read = readMiles(text)?.miles;
  return read !== undefined && read >= 1 && read <= most ? read : null;
};

const wholeOrNothing = (text: string, most: number): number | null =>
  text.trim() === '' ? 0 : whole(text, most);

/**
 * Reads what was typed, or returns an error for each invalid field.
 * @param others programmes of records that the pack does not know
 */
export function readLine(
  typed: TypedLine,
  others: readonly string[] = [],
): { line: TransferValues | null; problems: LineProblems } {
  const problems: LineProblems = {};
  const named = bankNamed(typed.bank);
  if (named.problem !== undefined) problems.bank = named.problem;
  const of = programmeNamed(typed.programme, others);
  if (of.problem !== undefined) problems.programme = of.problem;
  const points = whole(typed.points, RATIO_MAX);
  const miles = whole(typed.miles, RATIO_MAX);
  const minimum = whole(typed.minimum, POINTS_MAX);
  const step = whole(typed.step, POINTS_MAX);
  for (const [name, value] of Object.entries({ points, miles, minimum, step }))
    if (value === null) problems[name as keyof LineProblems] = 'A whole number.';
  const bonusPercent = wholeOrNothing(typed.bonusPercent, BONUS_MAX);
  const blockPoints = wholeOrNothing(typed.blockPoints, POINTS_MAX);
  const blockMiles = wholeOrNothing(typed.blockMiles, POINTS_MAX);
  for (const [name, value] of Object.entries({ blockPoints, blockMiles }))
    if (value === null) problems[name as keyof LineProblems] = 'A whole number, or nothing.';
  if ((blockPoints === 0) !== (blockMiles === 0)) problems.blockMiles = 'Both, or neither.';
  if (bonusPercent === null) problems.bonusPercent = 'Whole per cent, or nothing.';
  if (typed.bonusUntil !== '' && !isCalendarDate(typed.bonusUntil))
    problems.bonusUntil = 'Type a day, or nothing.';
  if (named.problem !== undefined || of.problem !== undefined || Object.keys(problems).length > 0)
    return { line: null, problems };
  if (points === null || miles === null || minimum === null || step === null) return { line: null, problems };
  if (bonusPercent === null || blockPoints === null || blockMiles === null) return { line: null, problems };
  const bonusUntil = typed.bonusUntil === '' ? null : typed.bonusUntil;
  return {
    line: {
      bank: named.bank,
      programme: of.programme,
      points,
      miles,
      minimum,
      step,
      blockPoints,
      blockMiles,
      bonusPercent,
      bonusUntil,
    },
    problems,
  };
}

/** The transfers of the pack in use, as dated facts; the user's changes are in the data file. */
import type { CalendarDate } from '../dates.ts';
import { inUse, lineAsOf, lineSource, lineUntil, madeFrom } from '../facts/in-use.ts';
import type { Pack } from '../facts/pack.ts';
import transfers from '../facts/transfers.json' with { type: 'json' };
import { foldedName } from '../folded-name.ts';
import { countryName } from '../formats.ts';
import type { Household, Pool } from './holdings.ts';
import type { TransferLine } from './transfer.ts';

const SHIPPED = transfers as Pack<'transfers'>;

/** What is known of a line beside its numbers. */
export type LineFacts = {
  /** The day that it was true on, and the last day on which it is to be relied on. */
  asOf: CalendarDate;
  until: CalendarDate;
  /** False for a line that a weak, old or contradicted source has: it counts once the user confirms it. */
  isConfirmed: boolean;
  /** Whether a source states the fewest points and the step; otherwise they are assumed. */
  isMinimumStated: boolean;
  isStepStated: boolean;
  /** How long it takes, and what else matters, in the source's words; null where it says nothing. */
  time: string | null;
  note: string | null;
  source: string;
  /** The latest bonus that is over: per cent and its last day; null where none is known. */
  lastBonus: { percent: number; until: CalendarDate } | null;
};

/** The days of the pack in use, gathered and to be relied on until, and its sources with the days of theirs. */
export function transferTable(): {
  asOf: CalendarDate;
  until: CalendarDate;
  sources: readonly { name: string; asOf: CalendarDate }[];
} {
  const { as_of, valid_until, sources } = inUse(SHIPPED);
  return {
    asOf: as_of,
    until: valid_until,
    sources: Object.values(sources).map((source) => ({ name: source.name, asOf: source.as_of })),
  };
}

/** Points are moved in thousands nearly everywhere: assumed where no source states a fewest number or a step. */
const USUAL = 1_000;

/** Where no source states the step, the largest part of a thousand of which the fewest points are a multiple. */
const stepOf = ({ minimum, step }: Pack<'transfers'>['lines'][number]): number =>
  step ?? commonDivisor(minimum ?? USUAL, USUAL);

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);

/** Every line of the pack in use, with the bonus of that day. */
export function packLines(today: CalendarDate): (Required<TransferLine> & { facts: LineFacts })[] {
  const pack = inUse(SHIPPED);
  const bonuses = Map.groupBy(pack.bonuses, ({ bank, programme }) => `${bank} ${programme}`);
  return pack.lines.map((line) => {
    const { bank, programme, points, miles, minimum } = line;
    const ofPair = bonuses.get(`${bank} ${programme}`) ?? [];
    const bonus = ofPair.find(({ from, until }) => from <= today && today <= until);
    const last = ofPair.filter(({ until }) => until < today).sort((a, b) => (a.until < b.until ? 1 : -1))[0];
    const step = stepOf(line);
    return {
      bank,
      programme,
      points,
      miles,
      minimum: minimum ?? Math.max(USUAL, step),
      step,
      blockPoints: line.block?.points ?? 0,
      blockMiles: line.block?.miles ?? 0,
      bonusPercent: bonus?.percent ?? 0,
      bonusUntil: bonus?.until ?? null,
      facts: {
        asOf: lineAsOf(pack, line),
        until: lineUntil(pack, line),
        isConfirmed: line.sure !== 'C',
        isMinimumStated: minimum !== undefined,
        isStepStated: line.step !== undefined || minimum === 1,
        time: line.time ?? null,
        note: line.note ?? null,
        source: lineSource(pack, line)?.name ?? '',
        lastBonus: last === undefined ? null : { percent: last.percent, until: last.until },
      },
    };
  });
}

/** The groups of programmes whose miles move freely on a day. */
export function packPools(today: CalendarDate): Pool[] {
  const pack = inUse(SHIPPED);
  return pack.pools
    .filter((pool) => pool.sure !== 'C' && (pool.from === undefined || pool.from <= today))
    .map((pool) => ({
      currency: pool.currency,
      programmes: pool.programmes,
      from: pool.from ?? null,
      asOf: lineAsOf(pack, pool),
      until: lineUntil(pack, pool),
      note: pool.note ?? null,
      source: lineSource(pack, pool)?.name ?? '',
    }));
}

/** What is known of the household accounts of programmes, by their accounts' words. */
export function packHouseholds(): Household[] {
  const pack = inUse(SHIPPED);
  return pack.households.map((line) => ({
    programme: line.programme,
    name: line.name ?? null,
    counts: line.counts && line.sure !== 'C',
    isConfirmed: line.sure === 'A',
    terms: line.terms,
    asOf: lineAsOf(pack, line),
    until: lineUntil(pack, line),
    source: lineSource(pack, line)?.name ?? '',
  }));
}

type Bank = Pack<'transfers'>['banks'][number];

const banks = madeFrom(SHIPPED, (pack) => new Map(pack.banks.map((bank) => [bank.bank, bank] as const)));

/** Banks whose points the pack has, by name; `country` is null for one that is not of one country. */
export const knownBanks = (): { bank: string; name: string; country: string | null }[] =>
  [...banks().values()].map(({ bank, name, country = null }) => ({ bank, name, country }));

/** `Citi ThankYou`; a bank that the user added has the user's name for it. */
export const bankLabel = (bank: string): string => banks().get(bank)?.name ?? bank;

/** The same where space is short: `Citi TY`. */
export const bankShort = (bank: string): string => banks().get(bank)?.short ?? bank;

/** The country of a bank by its ISO code; null where it is not of one, or is the user's own. */
export const bankCountry = (bank: string): string | null => banks().get(bank)?.country ?? null;

/** The names of a bank, as they are compared. */
const namesOf = ({ name, short, aka = [] }: Bank): string[] => [name, short, ...aka].map(foldedName);

/** Words beside the name of any bank's points. */
const GENERAL = new Set(['points', 'point', 'rewards', 'pontos', 'punkte', 'card']);

const wordsOf = (name: string): string[] => name.trim().split(' ');

/** Whether a text is of a bank's words alone, in any order, and one of its names begins with one: `MR UK`, `Chase URs`. */
function isOfWords(bank: Bank, typed: string): boolean {
  const names = namesOf(bank).map(wordsOf);
  const meant = wordsOf(typed).filter((word) => !GENERAL.has(word));
  const has = (words: readonly (string | undefined)[], word: string): boolean =>
    words.includes(word) || words.includes(word.replace(/s$/, ''));
  const firsts = names.map(([first]) => first);
  return meant.some((word) => has(firsts, word)) && meant.every((word) => has(names.flat(), word));
}

/** Whether every word of a text, whatever its order, is one of a bank's: `One`, `Freedom`. */
const hasWords = (bank: Bank, typed: string): boolean => {
  const meant = wordsOf(typed).filter((word) => !GENERAL.has(word));
  const all = namesOf(bank).flatMap(wordsOf);
  return meant.length > 0 && meant.every((word) => all.includes(word));
};

/** Whether a text is the country of a bank, as its name or its code has it: `UK`, `GB`, `United Kingdom`. */
const isOfCountry = ({ name, country }: Bank, typed: string): boolean =>
  country !== undefined &&
  [country, countryName(country), /\(([^()]*)\)/u.exec(name)?.[1] ?? country].map(foldedName).includes(typed);

/** The banks of the first way that finds any. */
function firstFound(ways: readonly ((bank: Bank) => boolean)[]): string[] {
  const all = [...banks().values()];
  const found = ways.map((isMeant) => all.filter(isMeant)).find(({ length }) => length > 0) ?? [];
  return found.map(({ bank }) => bank);
}

/**
 * The banks that a typed text means: those that are called so, otherwise those with a name that begins with its words,
 * otherwise those whose words it is of. Several where a name is shared, such as `Amex`, which is another bank in each
 * country; none where nothing is called so.
 */
export function banksNamed(text: string): string[] {
  const typed = foldedName(text);
  if (typed.trim() === '') return [];
  const joined = (name: string): string => name.replaceAll(' ', '');
  return firstFound([
    // The pack's own word is no name, except where a stored line has it.
    (bank) =>
      namesOf(bank).map(joined).includes(joined(typed)) || (bank.bank === text.trim() && text.includes('_')),
    (bank) => namesOf(bank).some((name) => `${name} `.startsWith(`${typed} `)),
    (bank) => isOfWords(bank, typed),
  ]);
}

/** The banks to offer for a typed text that means none: those with such a beginning or word, or of such a country. */
export function banksAlike(text: string): string[] {
  const typed = foldedName(text);
  if (typed.trim() === '' || banksNamed(text).length > 0) return [];
  return firstFound([
    (bank) => namesOf(bank).some((name) => name.startsWith(typed)),
    (bank) => isOfCountry(bank, typed),
    (bank) => hasWords(bank, typed),
  ]);
}

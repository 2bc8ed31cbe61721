/** What a text that a user types names: airports, airlines and programmes by their names, cut into what belongs together. */
import { ownEntry } from '../own-entry.ts';
import { airlineNames, airportWords } from './names.ts';
import { programmesNamed } from './programmes.ts';

/** Letters that decomposition leaves whole. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

/** A text as names are compared: lower case, without accents, one space between words and before the first. */
export function foldedName(text: string): string {
  const lowered = text.toLowerCase();
  const plain = /^[\x20-\x7e]*$/u.test(lowered)
    ? lowered
    : lowered
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[øłđßæœı]/gu, (letter) => ownEntry(PLAIN, letter) ?? letter);
  return ` ${plain
    .replace(/[’']/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
}

/** What airlines are called whose names begin otherwise. */
const SHORT: Readonly<Record<string, string>> = {
  JL: 'JAL',
  MH: 'MAS',
  NH: 'ANA',
  PR: 'PAL',
  SK: 'SAS',
  TK: 'THY',
};

type Names = { airports: readonly (readonly [code: string, plain: string])[]; airlines: Names['airports'] };
let made: Names | undefined;
const names = (): Names =>
  (made ??= {
    airports: airportWords().map(([code, words]) => [code, foldedName(words)] as const),
    airlines: airlineNames().map(
      ([code, name]) => [code, foldedName(`${name} ${ownEntry(SHORT, code) ?? ''}`)] as const,
    ),
  });

/** Codes whose names have words that begin so, by what they are codes of. */
export type NamedCodes = { airports: string[]; airlines: string[]; programmes: string[] };

/** Fewer letters begin too many names to say anything. */
const LEAST = 3;

/** What is written in capitals is a code, or what an airline calls itself: `ANA`. */
const isCode = (unit: string): boolean => /^[A-Z0-9]{2,3}(-[A-Z0-9]{0,3})?$/.test(unit);

/** What airlines call themselves beyond the name that their programmes bear too. */
const AIRLINES = /(?<= \S.*) (?:air ?lines?|airways)$/u;

/** @param unit as typed */
export function codesNamed(unit: string): NamedCodes {
  const plain = foldedName(unit);
  if (plain.trim().length < LEAST) return { airports: [], airlines: [], programmes: [] };
  const isWhole = isCode(unit);
  const isNamed = (name: string, words = plain) =>
    isWhole ? `${name} `.includes(`${words} `) : name.includes(words);
  const among = (list: Names['airports']) => list.flatMap(([code, words]) => (isNamed(words) ? [code] : []));
  return {
    airports: isWhole ? [] : among(names().airports),
    airlines: among(names().airlines),
    programmes: programmesNamed((name) =>
      [plain, plain.replace(AIRLINES, '')].some((words) => isNamed(foldedName(name), words)),
    ),
  };
}

const isName = (unit: string): boolean => Object.values(codesNamed(unit)).some((codes) => codes.length > 0);

/** Two codes with a dash between them, or the beginning of that. */
const PAIR = /^[a-z0-9]{2,3}-[a-z0-9]{0,3}$/iu;
const ISO_DAY = /^\d{4}-\d{2}(?:-\d{2})?$/u;
/** Stands between two places and names none. */
const BETWEEN = new Set(['to', 'and', '-']);

/**
 * Cuts a typed text into what must each be found: words that are one name together, as `United Airlines`, are one; so is
 * `JFK-LHR`. A dash or arrow is written in many ways.
 * @param means whether words that name nothing belong together all the same
 */
export function typedUnits(text: string, means: (unit: string) => boolean = () => false): string[] {
  const words = text
    .replace(/[‐‑–—→>]+/gu, '-')
    .replace(/\bnon[- ]stop\b/giu, 'nonstop')
    .split(/[\s,;]+/u)
    .flatMap((word) => (PAIR.test(word) || ISO_DAY.test(word) ? word : word.split('-')))
    .filter((word) => word !== '' && !BETWEEN.has(word.toLowerCase()));
  const units: string[] = [];
  for (let at = 0; at < words.length; ) {
    let end = words.length;
    const unit = () => words.slice(at, end).join(' ');
    while (end - at > 1 && !isName(unit()) && !means(unit())) end -= 1;
    units.push(unit());
    at = end;
  }
  return units;
}

/**
 * The programmes: their own names under the words that services use for them, what they were called before, and which
 * became part of which. Others are shown in the service's word.
 */
import { type CalendarDate, localDay } from '../dates.ts';
import { inUse, madeFrom, pastNote, withNote } from '../facts/in-use.ts';
import type { Pack } from '../facts/pack.ts';
import programmes from '../facts/programmes.json' with { type: 'json' };
import { foldedName } from '../folded-name.ts';
import { airlineOf, namesOfAirline } from './airlines.ts';

const SHIPPED = programmes as Pack<'programmes'>;
type Programme = Pack<'programmes'>['lines'][number];

const squashed = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Every name of a programme, present ones first. */
const namesOf = ({ name, short, aka = [], former = [] }: Programme): string[] => [
  name,
  short,
  ...aka,
  ...former.map((each) => each.name),
];

const today = (): CalendarDate => localDay(Date.now());

/** The programmes by their words, and by every spelling of a word or name that only one of them has. */
const table = madeFrom(SHIPPED, ({ lines }) => {
  const spellings = new Map<string, Programme | null>();
  for (const line of lines)
    for (const spelling of new Set([line.word, ...(line.words ?? []), ...namesOf(line)].map(squashed))) {
      const held = spellings.get(spelling);
      // A service's own word is never ambiguous, whatever else is called so.
      const isWord = [line.word, ...(line.words ?? [])].some((each) => squashed(each) === spelling);
      if (held === undefined || isWord) spellings.set(spelling, line);
      else if (held !== null && held !== line && squashed(held.word) !== spelling)
        spellings.set(spelling, null);
    }
  return { lines, byWord: new Map(lines.map((line) => [line.word, line] as const)), spellings };
});

/** The programme that a text is a usual spelling of, or a word of a service for; undefined where none or several are. */
const spelled = (text: string): Programme | undefined =>
  table().byWord.get(text) ?? table().spellings.get(squashed(text)) ?? undefined;

/** Whether it is no programme of its own any more. */
const hasEnded = ({ ended }: Programme): boolean => ended !== undefined && ended <= today();

const programmeNote = (line: Programme, day?: CalendarDate): string => pastNote(inUse(SHIPPED), line, day);

/** What an answer that programmes' lines shape says of their date, by their words: the first of their notes. */
export const programmesNote = (words: readonly string[]): string =>
  words
    .flatMap((word) => spelled(word) ?? [])
    .map((line) => programmeNote(line))
    .find((note) => note !== '') ?? '';

/** `Virgin Atlantic Flying Club`, `ITA Airways Volare (ended)`; the service's own word where it is not known. */
export function programmeLabel(source: string): string {
  const known = spelled(source);
  if (known === undefined) return source;
  if (!hasEnded(known)) return known.name;
  const { merged_into } = known;
  const now = merged_into === undefined ? undefined : table().byWord.get(merged_into);
  const what = now === undefined ? 'ended' : `now ${now.short}`;
  return `${known.name} (${withNote(what, programmeNote(known))})`;
}

/** `Virgin Atlantic`, where space is short; likewise. */
export const programmeShort = (source: string): string => spelled(source)?.short ?? source;

/**
 * What its miles are called: `Virgin Points`, `SkyMiles`, `Flying Blue miles`. A currency of several airlines' programmes
 * says whose space it is: `Avios with Iberia`.
 */
export function programmeMiles(source: string): string {
  const known = spelled(source);
  const short = known?.short ?? source;
  const { currency } = known ?? {};
  if (currency === undefined) return /(?:miles|points)$/iu.test(short) ? short : `${short} miles`;
  const isShared =
    table().lines.filter((line) => line.currency === currency && line.airlines.length > 0).length > 1;
  return isShared ? `${currency} with ${short}` : currency;
}

/**
 * Equal for words of a service that mean the same programme, such as `united`, `UNITED` and `United MileagePlus`. Two
 * programmes whose balances became one remain two here: their prices were their own.
 */
export const programmeKey = (word: string): string => squashed(spelled(word)?.word ?? word) || word;

export const isSameProgramme = (one: string, other: string): boolean =>
  programmeKey(one) === programmeKey(other);

/**
 * The account that a programme's miles lie in on a day, however it is written: `cathay`, `asiamiles` and `Asia Miles` are
 * one; so are two programmes from the day on which they were merged. An unknown word is its own.
 */
export function programmeAccount(source: string, day: CalendarDate = today()): string {
  let known = spelled(source);
  if (known === undefined) return source;
  // A chain ends: no pack has more programmes than that.
  for (let left = table().lines.length; left > 0; left -= 1) {
    const into: string | undefined = known.merged_into;
    if (into === undefined || known.ended === undefined || day < known.ended) break;
    known = table().byWord.get(into) ?? known;
  }
  return known.word;
}

/**
 * The note of a merger, past its date, by which a programme shares an account with another; empty where none decides.
 * @param day of the answer
 */
export function mergerNote(source: string, day: CalendarDate = today()): string {
  const account = programmeAccount(source, day);
  const merged = table().lines.filter(
    ({ word, merged_into, ended }) =>
      merged_into !== undefined &&
      ended !== undefined &&
      ended <= day &&
      programmeAccount(word, day) === account,
  );
  return merged.map((line) => programmeNote(line, day)).find((note) => note !== '') ?? '';
}

/** The day that the pack in use was gathered on. */
export const programmesAsOf = (): CalendarDate => inUse(SHIPPED).as_of;

/** The day from which a programme is part of another, and none of its own; null where it is not merged. */
export const mergerDays = (): CalendarDate[] =>
  table().lines.flatMap(({ ended, merged_into }) =>
    ended === undefined || merged_into === undefined ? [] : ended,
  );

const siteOf = ({ site }: Programme): string[] => (site === undefined ? [] : [`https://www.${site}`]);

/** The programme's own site, with its award search; null where it is not known. */
export function programmeSite(source: string): string | null {
  const known = spelled(source);
  return (known === undefined ? [] : siteOf(known))[0] ?? null;
}

/** Every programme's site: addresses of the pack that a link may lead to. */
export const programmeSites = (): string[] => table().lines.flatMap(siteOf);

/** Every word of a programme, those of other services included. */
export const knownProgrammes = (): string[] =>
  table().lines.flatMap(({ word, words = [] }) => [word, ...words]);

/** Whether a text is a usual spelling of one of them. */
export const isKnownProgramme = (text: string): boolean => spelled(text) !== undefined;

/** Words that nearly every programme's name has, or an airline's beside it. */
const COMMON =
  /(?<=\S) (?:air ?lines?|airways|frequent flye?r|program(?:me)?|club|rewards?|points|miles|plus)$/u;

/** Whom a programme is of: `American` and `AA` before `AAdvantage`. */
const airlineNames = ({ airlines }: Programme): string[] =>
  airlines.flatMap((code) => {
    const line = airlineOf(code);
    return line === undefined ? code : [code, ...namesOfAirline(line)];
  });

/**
 * The programmes that a typed text may mean, by their words: the one whose name or former name it is; otherwise all that
 * share it (`Avios`, by what their miles are called), or that have a name with words that begin so. Ended ones come last.
 */
export function programmesMeant(text: string): string[] {
  const typed = foldedName(text);
  if (typed.trim() === '') return [];
  const only = spelled(text);
  if (only !== undefined) return [only.word];
  const { lines } = table();
  const called = (names: (line: Programme) => readonly string[], passes: (name: string) => boolean) =>
    lines.filter((line) => names(line).some((name) => passes(foldedName(name))));
  const currency = ({ currency }: Programme) => (currency === undefined ? [] : [currency]);
  const ways = [
    () =>
      called(
        (line) => [...namesOf(line), ...currency(line)],
        (name) => name === typed,
      ),
    () => called(airlineNames, (name) => name === typed),
    () => called(namesOf, (name) => `${name} `.includes(`${typed} `)),
    () => {
      const words = typed.trim().split(' ');
      const has = (names: readonly string[], word: string) =>
        names.some((name) => `${foldedName(name)} `.includes(` ${word} `));
      return lines.filter((line) => {
        const names = [...namesOf(line), ...currency(line)];
        const all = [...names, ...airlineNames(line)];
        return words.some((word) => has(names, word)) && words.every((word) => has(all, word));
      });
    },
    () => called(namesOf, (name) => name.includes(typed)),
    () => {
      const shorter = typed.replace(COMMON, '');
      return shorter === typed ? [] : called(namesOf, (name) => `${name} `.includes(`${shorter} `));
    },
  ];
  const found = ways.map((way) => way()).find((some) => some.length > 0) ?? [];
  return found.sort((a, b) => Number(hasEnded(a)) - Number(hasEnded(b))).map(({ word }) => word);
}

/** Least letters of a name in which one may be wrong, and two. */
const LETTERS_FOR_ERRORS = [4, 7] as const;

/** How many letters of one differ from the other: wrong, missing, too many, or two of them swapped. */
function lettersApart(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      now[at] = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + Number(!isSame),
        isSwapped ? (before[at - 2] ?? row) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}

/**
 * The programmes with a name most like a text that names none, `Aeroplann`: for asking whether one was meant, never for
 * taking it.
 */
export function programmesAlike(text: string): string[] {
  const letters = (name: string) => squashed(foldedName(name));
  const typed = letters(text);
  const errors = LETTERS_FOR_ERRORS.filter((least) => typed.length >= least).length;
  if (errors === 0 || programmesMeant(text).length > 0) return [];
  const apart = table().lines.map((line) => {
    const names = [...namesOf(line), line.currency ?? '', ...airlineNames(line)].map(letters);
    const near = names.filter((name) => Math.abs(name.length - typed.length) <= errors);
    return { line, by: Math.min(...near.map((name) => lettersApart(typed, name))) };
  });
  const least = Math.min(errors, ...apart.map(({ by }) => by));
  return apart.flatMap(({ line, by }) => (by === least ? line.word : []));
}

/** Every service's word for the programmes with a present or former name that passes a test. */
export const programmesNamed = (passes: (name: string) => boolean): string[] =>
  table().lines.flatMap((line) =>
    [...namesOf(line), line.currency ?? ''].some(passes) ? [line.word, ...(line.words ?? [])] : [],
  );

/** The programmes that can hold a balance today, by their accounts. */
export const programmeAccounts = (): string[] => [
  ...new Set(table().lines.flatMap((line) => (hasEnded(line) ? [] : programmeAccount(line.word)))),
];

const isMember = ({ alliance_until = '9999-12-31' }: Programme, day: CalendarDate): boolean =>
  day <= alliance_until;

/** The alliance of a programme on a day; null where it belongs to none. */
export function allianceOfProgramme(programme: string, day: CalendarDate = today()): string | null {
  const known = spelled(programme);
  return known?.alliance !== undefined && isMember(known, day) ? known.alliance : null;
}

/** The programmes of an alliance on a day, by every service's word. */
export const programmesOfAlliance = (alliance: string, day: CalendarDate = today()): string[] =>
  table().lines.flatMap((line) =>
    line.alliance === alliance && isMember(line, day) ? [line.word, ...(line.words ?? [])] : [],
  );

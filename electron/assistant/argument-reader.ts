import { z } from 'zod';
import { type Cabin, splitCodes } from '#shared/award-search/request.ts';
import { cabinMeant } from '#shared/award-search/search-name.ts';
import { fail } from '#shared/contract/failure.ts';
import { listLabel } from '#shared/formats.ts';
import { type Choosable, meantCodes } from '#shared/places/meant.ts';
import { programmeLabel, programmesAlike, programmesMeant } from '#shared/places/programmes.ts';
import { outsideValue, type Understood } from './answer.ts';
import type { Sources } from './sources.ts';

const LONGEST_WORD = 80;
/** Choices that a refusal names. */
const MAX_CHOICES = 6;

export const placeWord = z.string().trim().min(1).max(LONGEST_WORD);
export const placeWords = z.array(placeWord).max(10);
export const carrierWords = z.array(placeWord).max(20);
export const programWord = z.string().min(1).max(LONGEST_WORD);
export const cabinWord = z
  .string()
  .max(LONGEST_WORD)
  .refine((text) => cabinMeant(text) !== null, 'One of economy, premium (premium economy), business, first.');

/** Resolves an assistant's names of places, cabins and programs to stored values, and records each interpretation. */
export function createArgumentReader({
  suggestAirports,
  suggestCarriers,
  airportsOf,
}: Pick<Sources, 'suggestAirports' | 'suggestCarriers' | 'airportsOf'>) {
  const understood: Understood = [];
  function note<As extends readonly string[]>(argument: string, said: string, as: As): As {
    understood.push({ argument, said: outsideValue(said), as: as.map(outsideValue) });
    return as;
  }
  /** Returns codes unchanged, and the airports of a name. Fails if the name is ambiguous. */
  async function resolveCodes(argument: string, said: string): Promise<readonly string[]> {
    const codes = splitCodes(said);
    const areCodes = codes.length > 0 && codes.every((code) => /^[A-Z]{3}$/u.test(code));
    const meant = await meantCodes(said, areCodes ? codes : null, suggestAirports);
    return meant ?? fail('not_understood', notUnderstood(argument, said, await suggestAirports(said)));
  }
  /** The code of an airline by its code or name. Fails if it is ambiguous, or if nobody flies under it. */
  async function resolveCarrier(argument: string, said: string): Promise<readonly string[]> {
    const meant = await meantCodes(said, null, suggestCarriers, true);
    return (
      meant ?? fail('not_understood', notUnderstood(argument, said, await suggestCarriers(said), 'airline'))
    );
  }
  const resolveAirports = async (argument: string, said: string) =>
    airportsOf(await resolveCodes(argument, said));
  async function each(
    argument: string,
    said: readonly string[],
    read: typeof resolveCodes,
  ): Promise<string[]> {
    const all = await Promise.all(said.map((one) => read(argument, one)));
    return [...new Set(all.flatMap((codes, place) => note(argument, said[place] ?? '', codes)))];
  }

  return {
    understood,
    /** Codes for a request; a city's code is not expanded. */
    codes: (argument: string, said: readonly string[]) => each(argument, said, resolveCodes),
    airports: (argument: string, said: readonly string[]) => each(argument, said, resolveAirports),
    /** IATA codes of airlines for a request. */
    carriers: (argument: string, said: readonly string[]) => each(argument, said, resolveCarrier),
    /** The single airport of a name. Fails if there are several. */
    async airport(argument: string, said: string): Promise<string> {
      const airports = note(argument, said, await resolveAirports(argument, said));
      const [only = ''] = airports;
      if (airports.length === 1) return only;
      fail(
        'not_understood',
        `${argument}: "${outsideValue(said)}" has several airports: ${airports.join(', ')}. Name one of them.`,
      );
    },
    cabin(said: string | undefined): Cabin | undefined {
      const meant = said === undefined ? null : cabinMeant(said);
      return meant === null ? undefined : note('cabin', said ?? '', [meant] as const)[0];
    },
    program(argument: string, said: string): string {
      const named = programmesMeant(said);
      const [only = said] = named;
      if (named.length > 1)
        fail(
          'not_understood',
          `${argument}: "${outsideValue(said)}" may be ${listLabel(named.slice(0, MAX_CHOICES).map(programmeLabel), 'one')}. Name one of them.`,
        );
      note(argument, said, [programmeLabel(only)]);
      return only;
    },
  };
}

export type Words = ReturnType<typeof createArgumentReader>;

/** `Like it is United MileagePlus. `, of a program that is not known; empty where none is. */
export function likeProgram(said: string): string {
  const alike = programmesAlike(said).slice(0, MAX_CHOICES).map(programmeLabel);
  return alike.length === 0 ? '' : `Like it ${alike.length === 1 ? 'is' : 'are'} ${listLabel(alike)}. `;
}

/** Explains why a name was not resolved, with suggestions. @param suggestions the best match first */
function notUnderstood(
  argument: string,
  said: string,
  suggestions: readonly (Choosable & { label: string })[],
  what: 'place' | 'airline' = 'place',
): string {
  const word = `${argument}: "${outsideValue(said)}"`;
  const [best] = suggestions;
  if (best === undefined)
    return what === 'airline'
      ? `${word} is no airline that is known here. Name it by its two-character code.`
      : `${word} is no airport or city that is known here. Name airports by their codes.`;
  const choices = suggestions
    .filter(({ match }) => match === best.match)
    .slice(0, MAX_CHOICES)
    .map(({ label, codes }) => (codes.length === 1 ? label : `${label}: ${codes.join(', ')}`));
  const isUnlike = best.match === 'alike' || best.match === 'unserved';
  const why = isUnlike
    ? `names no ${what === 'airline' ? 'airline that flies today' : 'place that airlines are known to fly to'}; like it are`
    : `may mean several ${what}s`;
  return `${word} ${why}: ${choices.join('; ')}. Name which by its code in capitals.`;
}

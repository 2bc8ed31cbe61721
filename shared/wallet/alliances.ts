/** The alliance of an airline or a programme, as dated facts. */
import type { CalendarDate } from '../dates.ts';
import data from './alliances.json' with { type: 'json' };

/** The date of the alliances' membership. */
export const ALLIANCES_AS_OF: CalendarDate = data.asOf;

const nameIn = (list: 'airlines' | 'programmes', word: string): string | null =>
  data.alliances.find((alliance) => alliance[list].includes(word))?.name ?? null;

/** `SkyTeam` for `AF`; null where an airline belongs to none. */
export const allianceOfAirline = (code: string): string | null => nameIn('airlines', code);

/** `SkyTeam` for `flyingblue`; likewise. */
export const allianceOfProgramme = (programme: string): string | null => nameIn('programmes', programme);

/** Fewer letters begin too many other names. */
const LEAST = 4;
const squashed = (text: string): string => text.toLowerCase().replaceAll(/\W/gu, '');

/** The members of an alliance by the beginning of its name, `star` or `sky team`; null where it is not one. */
export function allianceNamed(text: string): { airlines: string[]; programmes: string[] } | null {
  const wanted = squashed(text);
  if (wanted.length < LEAST) return null;
  return data.alliances.find(({ name }) => squashed(name).startsWith(wanted)) ?? null;
}

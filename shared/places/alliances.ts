import { airlinesOfAlliance, allianceNames } from './airlines.ts';
import { programmesOfAlliance } from './programmes.ts';

/** Fewer letters begin too many other names. */
const LEAST = 4;
const squashed = (text: string): string => text.toLowerCase().replaceAll(/\W/gu, '');

/** The members of an alliance today by the beginning of its name, `star` or `sky team`; null where it is not one. */
export function allianceNamed(text: string): { airlines: string[]; programmes: string[] } | null {
  const wanted = squashed(text);
  if (wanted.length < LEAST) return null;
  const name = allianceNames().find((each) => squashed(each).startsWith(wanted));
  return name === undefined
    ? null
    : { airlines: airlinesOfAlliance(name), programmes: programmesOfAlliance(name) };
}

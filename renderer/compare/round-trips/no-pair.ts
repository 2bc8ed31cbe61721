/** Why no award space out was paired with any back: the real cause, and a remedy. Pure. */
import { addDays } from '#shared/dates.ts';
import { dateSpan, plural } from '#shared/formats.ts';
import { extentLabel, isPartial } from '../../records/extent-labels.ts';
import type { TripPairs } from './round-trip-labels.ts';

export type NoPair = {
  words: string;
  /** Legs that are not complete, each with how far it was read. */
  partly: ('outbound' | 'back')[];
};

const NAMES = { outbound: 'outbound', back: 'return' } as const;

export type PartialLeg = { way: 'outbound' | 'back'; words: string };

/** Legs that are not complete, in words: what was not read may pair for fewer miles. */
export const partialLegs = (trips: Pick<TripPairs, 'outbound' | 'back'>): PartialLeg[] =>
  (['outbound', 'back'] as const).flatMap((way) => {
    const { extent } = trips[way];
    return isPartial(extent)
      ? [{ way, words: `The ${NAMES[way]} is partial: ${lowered(extentLabel(extent))}.` }]
      : [];
  });

/** @param nights the fewest and the most between the departures */
export function noPair(
  trips: Pick<TripPairs, 'outbound' | 'back'>,
  nights: readonly [number, number],
  sameProgramme: boolean,
): NoPair {
  const { outbound, back } = trips;
  const partly = partialLegs(trips);
  const soFar = partly.map(({ words }) => ` ${words}`).join('');
  const words = (cause: string): NoPair => ({
    words: `${cause}${soFar}`,
    partly: partly.map(({ way }) => way),
  });
  for (const way of ['outbound', 'back'] as const)
    if (trips[way].legs === 0) return words(`No award space on the ${NAMES[way]} that fits.`);
  if (outbound.days !== null && back.days !== null) {
    const [least, most] = nights;
    const needed = [addDays(outbound.days.from, least), addDays(outbound.days.until, most)] as const;
    if (back.days.until < needed[0] || back.days.from > needed[1])
      return words(
        `Space out lies on ${dateSpan(outbound.days.from, outbound.days.until)}, so the return has to leave from ${dateSpan(needed[0], needed[1])}. Space back was found on ${dateSpan(back.days.from, back.days.until)}.`,
      );
  }
  return words(
    sameProgramme
      ? `No space out and back lies ${least(nights)} apart in one programme.`
      : `No space out and back lies ${least(nights)} apart.`,
  );
}

const least = ([fewest, most]: readonly [number, number]): string =>
  fewest === most ? plural(fewest, 'night') : `${fewest} to ${plural(most, 'night')}`;

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

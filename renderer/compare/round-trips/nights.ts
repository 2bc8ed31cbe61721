import { MAX_NIGHTS } from '../../addresses/compare-address.ts';

/** The two fields: numbers, or text that is not a number yet. */
export type TypedNights = { fewest: number | string; most: number | string };

export type ReadNights = {
  /** Null until both fields fit together. */
  nights: { nightsMin: number; nightsMax: number } | null;
  problems: { fewest?: string; most?: string };
};

const RANGE = `Give a whole number from 0 to ${MAX_NIGHTS}.`;

const isCount = (value: number | string): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NIGHTS;

/**
 * Reads the typed nights. A number that does not fit the other one is reported and does not change it: it may be the
 * beginning of one that fits.
 * @param changed the field being typed in, which shows the error
 */
export function readNights({ fewest, most }: TypedNights, changed: keyof TypedNights): ReadNights {
  const problems: ReadNights['problems'] = {};
  if (!isCount(fewest)) problems.fewest = RANGE;
  if (!isCount(most)) problems.most = RANGE;
  if (!isCount(fewest) || !isCount(most)) return { nights: null, problems };
  if (fewest <= most) return { nights: { nightsMin: fewest, nightsMax: most }, problems };
  return {
    nights: null,
    problems:
      changed === 'most'
        ? { most: `Fewer than the fewest, ${fewest}.` }
        : { fewest: `More than the most, ${most}.` },
  };
}

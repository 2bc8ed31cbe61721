import { type Reader, sql } from '../../storage/sql.ts';
import { TRAVELLERS_SETTING } from '../../storage/stored-settings.ts';

/** The number of travellers as the user set it, as SQL. */
const TRAVELLERS = `coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = '${TRAVELLERS_SETTING}'), 1)`;

/** The number of travellers as the user set it; one before that. */
export const travellersOf = (reader: Reader): number =>
  reader.get<{ n: number }>(sql(`SELECT ${TRAVELLERS} AS n`))?.n ?? 1;

/** Whether a seat count is known to be enough, or one traveller needs none to be known, as SQL. @param seats a column */
export const isCounted = (seats: string): string => `(${seats} IS NOT NULL OR ${TRAVELLERS} <= 1)`;

/**
 * The fewest miles of rows with space, as SQL: of those whose seats are known to be enough, and only where there are none,
 * of those without a seat count.
 * @param space whether a row has space
 * @param value its miles, or what contains them
 */
export const fewestMiles = (space: string, seats: string, value: string): string =>
  `coalesce(min(CASE WHEN ${space} AND ${isCounted(seats)} THEN ${value} END), min(CASE WHEN ${space} THEN ${value} END))`;

/** The two least prices that `fewestMiles` chooses from, as columns of a group of rows `x`, for groups of groups. */
export const FEWEST_OF_ROWS = `min(CASE WHEN x.available AND ${isCounted('x.seats')} THEN x.miles END) AS counted,
  min(CASE WHEN x.available THEN x.miles END) AS uncounted`;
/** The fewest miles of several groups `f` with those columns. */
export const FEWEST_OF_GROUPS = 'coalesce(min(f.counted), min(f.uncounted)) AS cheapest';

/** Whether fewer seats were seen than there are travellers, as SQL. What has no seat count is not known to. */
export const areTooFew = (seats: string): string => `(${seats} < ${TRAVELLERS}) IS TRUE`;

/** Whether row `x` has space with fewer seats than there are travellers, as SQL. */
export const HAS_FEWER_SEATS = `(x.available = 1 AND x.seats < ${TRAVELLERS}) IS TRUE`;

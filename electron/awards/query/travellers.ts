import { type Reader, sql } from '../../storage/sql.ts';
import { TRAVELLERS_SETTING } from '../../storage/stored-settings.ts';

/** The number of travellers as the user set it, as SQL. */
const TRAVELLERS = `coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = '${TRAVELLERS_SETTING}'), 1)`;

/** The number of travellers as the user set it; one before that. */
export const travellersOf = (reader: Reader): number =>
  reader.get<{ n: number }>(sql(`SELECT ${TRAVELLERS} AS n`))?.n ?? 1;

/** Whether a seat count is known to be enough, or one traveller needs none to be known, as SQL. @param seats a column */
export const isCounted = (seats: string): string => `(${seats} IS NOT NULL OR ${TRAVELLERS} <= 1)`;

/** Whether row `x` has fewer seats than there are travellers, as SQL. One without a seat count is not known to. */
export const HAS_FEWER_SEATS = `(x.available = 1 AND x.seats < ${TRAVELLERS}) IS TRUE`;

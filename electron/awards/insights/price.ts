import type { PriceInsight } from '#shared/contract/insights.ts';
import { priceRank } from '#shared/insights/price-rank.ts';
import type { Reader } from '../../storage/sql.ts';
import { dateOf, dayOf } from '../coverage/day.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { type Sighting, sightingsOf, sourceCalls } from './sightings.ts';
import { ratedRecord } from './subject.ts';

type Priced = Sighting & { miles: number };

/** Where the price of a record stands among the other dates seen on its route, in its programme and cabin. */
export function priceInsight(reader: Reader, purchaseOf: PurchaseOf, versionId: number): PriceInsight {
  const { row, subject } = ratedRecord(reader, versionId);
  const { identity: _identity, ...shown } = subject;
  const none = { cheaper: 0, same: 0, dearer: 0 };
  const nothing = (missing: PriceInsight['missing']): PriceInsight => ({
    ...none,
    subject: shown,
    missing,
    miles: row.miles,
    basis: null,
    dates: 0,
    since: null,
    points: [],
  });
  if (!row.available) return nothing('no_space');
  if (row.miles === null) return nothing('no_miles');
  if (row.date === null) return nothing('no_date');
  const priced = sightingsOf(reader, subject).filter((one): one is Priced => one.miles !== null);
  const rank = priceRank({ day: dayOf(row.date), miles: row.miles, at: row.seenAt }, priced);
  const { dates, ...standing } = rank;
  const callOf = sourceCalls(purchaseOf);
  return {
    ...none,
    ...standing,
    subject: shown,
    missing: null,
    miles: row.miles,
    dates: dates.length,
    since: dates.length === 0 ? null : Math.min(...dates.map(({ at }) => at)),
    points: dates.map((point) => ({
      date: dateOf(point.day) ?? '',
      miles: point.miles,
      at: point.at,
      versionId: point.versionId,
      source: callOf(point),
    })),
  };
}

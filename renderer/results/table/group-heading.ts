import type { RecordGroup } from '#shared/contract/awards.ts';
import { formatNumber, plural, travelDate } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { routeLabel } from '../../records/award-labels.ts';

/** The title of the group of records that lack the grouped member. */
const NAMELESS: Readonly<Record<RecordGroup, string>> = {
  date: 'No readable date',
  route: 'No airports',
  programme: 'No programme',
};

/** @param title as the contract gives it: empty, or an arrow without airports, where its records do not have it */
export function headingOf(title: string, by: RecordGroup): string {
  const name = title.replace(/^ → $/u, '');
  if (name === '') return NAMELESS[by];
  if (by === 'programme') return programmeLabel(name);
  if (by === 'date') return travelDate(name);
  const [origin = '', destination = ''] = name.split(' → ');
  return routeLabel({ origin, destination });
}

/** `cheapest` is null where no miles are known. */
type GroupExtent = { records: number; withSpace: number; cheapest: number | null };

/** The size of a group: `12 records, 3 with space, from 48,000 miles`. */
export function extentOfGroup({ records, withSpace, cheapest }: GroupExtent): string {
  return [
    plural(records, 'record'),
    withSpace === 0 ? 'no award space' : `${formatNumber(withSpace)} with space`,
    ...(withSpace === 0 || cheapest === null ? [] : [`from ${formatNumber(cheapest)} miles`]),
  ].join(', ');
}

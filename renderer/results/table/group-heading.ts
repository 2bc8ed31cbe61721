import type { RecordGroup } from '#shared/contract/awards.ts';
import { travelDate } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { routeLabel } from '../../records/award-labels.ts';

/** What the group is called whose records do not tell by what they are put together. */
const NAMELESS: Readonly<Record<RecordGroup, string>> = {
  date: 'No readable date',
  route: 'No airports',
  programme: 'No programme',
};

/** @param title as the contract gives it: empty, or an arrow without airports, where its records do not tell */
export function headingOf(title: string, by: RecordGroup): string {
  const told = title.replace(/^ → $/u, '');
  if (told === '') return NAMELESS[by];
  if (by === 'programme') return programmeLabel(told);
  if (by === 'date') return travelDate(told);
  const [origin = '', destination = ''] = told.split(' → ');
  return routeLabel({ origin, destination });
}

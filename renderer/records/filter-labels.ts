/** The filters in force, each in words and with what takes it away. */
import type { RecordFilter } from '#shared/contract/awards.ts';
import { localDay } from '#shared/dates.ts';
import { formatNumber, plural, WEEKDAY_NAMES } from '#shared/formats.ts';

export type FilterLabel = { id: string; words: string; without: (keyof RecordFilter)[] };

export function filterLabels(filter: RecordFilter): FilterLabel[] {
  const list: FilterLabel[] = [];
  const say = (words: string, ...without: (keyof RecordFilter)[]) =>
    list.push({ id: without.join('+'), words, without });
  if (filter.text) say(`“${filter.text}”`, 'text');
  if (filter.available !== undefined) say(filter.available ? 'award space' : 'no award space', 'available');
  if (filter.milesMax !== undefined) say(`at most ${formatNumber(filter.milesMax)} miles`, 'milesMax');
  if (filter.seatsMin !== undefined) {
    say(
      `${plural(filter.seatsMin, 'seat')} or more${filter.seatsNotGiven ? ', or count not given' : ''}`,
      'seatsMin',
      'seatsNotGiven',
    );
  }
  if (filter.direct !== undefined) say(filter.direct ? 'direct' : 'not direct', 'direct');
  if (filter.airlines) say(`airlines ${filter.airlines.join(', ')}`, 'airlines');
  if (filter.programmes) say(`programmes ${filter.programmes.join(', ')}`, 'programmes');
  if (filter.weekdays) {
    say(filter.weekdays.map((day) => WEEKDAY_NAMES[day]).join(', '), 'weekdays');
  }
  if (filter.from && filter.until) {
    say(
      filter.from === filter.until ? `on ${filter.from}` : `${filter.from} to ${filter.until}`,
      'from',
      'until',
    );
  } else if (filter.from) say(`from ${filter.from}`, 'from');
  else if (filter.until) say(`until ${filter.until}`, 'until');
  if (filter.origins || filter.destinations) {
    const ends = [filter.origins?.join(', ') ?? 'anywhere', filter.destinations?.join(', ') ?? 'anywhere'];
    say(ends.join(' → '), 'origins', 'destinations');
  }
  if (filter.flagged !== undefined) say(filter.flagged ? 'flagged' : 'not flagged', 'flagged');
  if (filter.originRegions) say(`from ${filter.originRegions.join(', ')}`, 'originRegions');
  if (filter.destinationRegions) say(`to ${filter.destinationRegions.join(', ')}`, 'destinationRegions');
  if (filter.newSince !== undefined) say(`new since ${localDay(filter.newSince)}`, 'newSince');
  if (filter.starred !== undefined) say(filter.starred ? 'starred' : 'not starred', 'starred');
  if (filter.tags) say(`tagged ${filter.tags.join(' or ')}`, 'tags');
  return list;
}

/** The active filters, each in words and with the change that removes it. */

import { routeName } from '#shared/award-search/search-name.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import { localDay } from '#shared/dates.ts';
import { dateSpan, formatNumber, listLabel, plainDate, plural, WEEKDAY_NAMES } from '#shared/formats.ts';
import { airlineLabel } from '#shared/places/airlines.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { weekOrder } from './calendar-layout.ts';
import { flyingTimeLabel } from './flight-labels.ts';

export type FilterLabel = { id: string; words: string; without: (keyof RecordFilter)[] };

/** @param sources the names of the scope's sources: the first one's own word does not include its provider */
export function filterLabels(
  filter: RecordFilter,
  sources: readonly { value: string; name: string }[] = [],
): FilterLabel[] {
  const list: FilterLabel[] = [];
  const say = (words: string, ...without: (keyof RecordFilter)[]) =>
    list.push({ id: without.join('+'), words, without });
  if (filter.text) say(`“${filter.text}”`, 'text');
  if (filter.available !== undefined) say(filter.available ? 'award space' : 'no award space', 'available');
  if (filter.milesMin !== undefined && filter.milesMax !== undefined)
    say(`${formatNumber(filter.milesMin)} to ${formatNumber(filter.milesMax)} miles`, 'milesMin', 'milesMax');
  else if (filter.milesMin !== undefined) say(`at least ${formatNumber(filter.milesMin)} miles`, 'milesMin');
  else if (filter.milesMax !== undefined) say(`at most ${formatNumber(filter.milesMax)} miles`, 'milesMax');
  if (filter.seatsMin !== undefined) {
    say(
      filter.seatsNotGiven
        ? `${plural(filter.seatsMin, 'seat')} or more, or not given`
        : `${plural(filter.seatsMin, 'seat')} or more`,
      'seatsMin',
      'seatsNotGiven',
    );
  }
  if (filter.direct !== undefined) say(filter.direct ? 'direct' : 'not direct', 'direct');
  if (filter.airlines) say(listLabel(filter.airlines.map(airlineLabel), 'one'), 'airlines');
  if (filter.programmes) say(listLabel(filter.programmes.map(programmeLabel), 'one'), 'programmes');
  if (filter.sources) {
    const names = filter.sources.map(
      (source) => sources.find(({ value }) => value === source)?.name ?? sourceName({ source }),
    );
    say(`source: ${listLabel(names, 'one')}`, 'sources');
  }
  if (filter.weekdays) {
    say(
      weekOrder()
        .filter((day) => filter.weekdays?.includes(day))
        .map((day) => WEEKDAY_NAMES[day])
        .join(', '),
      'weekdays',
    );
  }
  if (filter.from && filter.until) {
    say(dateSpan(filter.from, filter.until), 'from', 'until');
  } else if (filter.from) say(`from ${plainDate(filter.from)}`, 'from');
  else if (filter.until) say(`until ${plainDate(filter.until)}`, 'until');
  if (filter.origins || filter.destinations) {
    say(routeName(filter.origins ?? [], filter.destinations ?? []), 'origins', 'destinations');
  }
  if (filter.flagged !== undefined) say(filter.flagged ? 'flagged' : 'not flagged', 'flagged');
  if (filter.originRegions) say(`from ${filter.originRegions.join(', ')}`, 'originRegions');
  if (filter.destinationRegions) say(`to ${filter.destinationRegions.join(', ')}`, 'destinationRegions');
  if (filter.newSince !== undefined) say(`new since ${plainDate(localDay(filter.newSince))}`, 'newSince');
  if (filter.starred !== undefined) say(filter.starred ? 'starred' : 'not starred', 'starred');
  if (filter.cheapest !== undefined) say(`among the cheapest ${filter.cheapest}%`, 'cheapest');
  if (filter.wallet !== undefined)
    say(filter.wallet === 'bookable' ? 'bookable now' : 'bookable, with transfers', 'wallet');
  if (filter.tripDetails !== undefined)
    say(`${filter.tripDetails ? 'with' : 'without'} trip details`, 'tripDetails');
  if (filter.stopsMax !== undefined)
    say(filter.stopsMax === 0 ? 'no stops' : `at most ${plural(filter.stopsMax, 'stop')}`, 'stopsMax');
  if (filter.minutesMax !== undefined) say(`at most ${flyingTimeLabel(filter.minutesMax)}`, 'minutesMax');
  if (filter.flown) say(`flown with “${filter.flown}”`, 'flown');
  if (filter.tags) say(`tagged ${listLabel(filter.tags, 'one')}`, 'tags');
  return list;
}

/** Ways to fly in words. Pure. */
import type { ItinerariesSummary, Itinerary } from '#shared/award-search/itinerary.ts';
import { localDay } from '#shared/dates.ts';
import { clockTime, plainDate, plural } from '#shared/formats.ts';
import { airlineLabel } from '#shared/places/airlines.ts';
import { airportTitle } from '#shared/places/names.ts';

/** `11 h 40 min`, `45 min`. */
export function flyingTimeLabel(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(
    ' ',
  );
}

/** `BA5`, `LH441, LH792`; with `+2` for further ways to fly. */
export function flightsLabel({ flights, count }: ItinerariesSummary): string {
  const words = flights.length > 0 ? flights.join(', ') : '–';
  return count > 1 ? `${words} +${count - 1}` : words;
}

export function flightsTitle({ flights, count, asOf }: ItinerariesSummary): string {
  const words = flights.join(', ') || 'Flight numbers not given';
  return [
    count > 1 ? `${words}, and ${plural(count - 1, 'other way', 'other ways')} to fly` : words,
    ...(asOf == null ? [] : [`as of ${plainDate(localDay(asOf))}`]),
  ].join(', ');
}

const stopsLabel = (stops: number): string => (stops === 0 ? 'no stops' : plural(stops, 'stop'));

/** The time at an airport, in the reader's format. @param text `HH:MM` */
const clockLabel = (text: string): string => clockTime(new Date(`2000-01-01T${text}`).getTime());

/** `06:30`, and the day where it is not `day`. @param written `YYYY-MM-DDTHH:MM` */
function timeLabel(written: string, day: string | null): string {
  const [date = '', text = ''] = written.split('T');
  const time = clockLabel(text);
  return date === day ? time : `${time} on ${plainDate(date)}`;
}

/** From where to where, and when, as far as known: `06:30 Heathrow to 14:20 Frankfurt`. */
export function legLabel(
  leg: { origin: string | null; destination: string | null; departs: string | null; arrives: string | null },
  day: string | null,
): string {
  const end = (airport: string | null, at: string | null) =>
    [at && timeLabel(at, day), airport && airportTitle(airport)].filter(Boolean).join(' ');
  return [end(leg.origin, leg.departs), end(leg.destination, leg.arrives)].filter(Boolean).join(' to ');
}

/** Summary of one way to fly, in a line: `LH441, LH792 · 1 stop · 18 h 5 min`. */
export const itineraryTitle = (itinerary: Itinerary): string =>
  [
    itinerary.flights.join(', ') || itinerary.carriers.map(airlineLabel).join(', '),
    itinerary.stops !== null && stopsLabel(itinerary.stops),
    itinerary.minutes !== null && flyingTimeLabel(itinerary.minutes),
  ]
    .filter(Boolean)
    .join(' · ');

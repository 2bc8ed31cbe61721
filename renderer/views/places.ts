/** The last view of each screen, which its link in the rail returns to. */
import { storeOf } from '../ui/store.ts';

/** One of each screen, the latest first. */
let places: readonly string[] = [];
const rendered = storeOf(places);

/** The screen of a place, as its path: the first part of the address. */
const screenOf = (place: string): string => /^\/[^/?]*/.exec(place)?.[0] ?? '/';

/** The place with those of other screens. */
const besides = (place: string, others: readonly string[]): readonly string[] =>
  others.filter((other) => screenOf(other) !== screenOf(place));

/** A change on the open screen renders nothing: nobody returns to it before leaving it. */
function set(next: readonly string[]): void {
  const isSame =
    next.length === places.length && next.every((place, index) => index === 0 || place === places[index]);
  places = next;
  if (!isSame) rendered.set(next);
}

export const visited = (place: string): void => {
  if (place.split('?')[0] === screenOf(place)) tops.set(screenOf(place), place);
  set([place, ...besides(place, places)]);
};

/** The last address of each screen itself, not of a page within it. */
const tops = new Map<string, string>();

export const lastTop = (screen: string): string | undefined => tops.get(screen);

/** Restores what was open before this page was loaded, as the main process remembers it. */
export const visitedBefore = (remembered: readonly string[]): void =>
  set([...places, ...places.reduce((others, place) => besides(place, others), remembered)]);

export function usePlaces(): readonly string[] {
  rendered.useValue();
  return places;
}

/** The latest place of a screen; undefined where none was opened. */
export const lastPlace = (all: readonly string[], screen: string): string | undefined =>
  all.find((place) => screenOf(place) === screen);

/** A place without what was open over it: returning to a screen opens no drawer. */
export function withoutDrawer(place: string, name: string): string {
  const [path = '', search = ''] = place.split(/\?(.*)/s);
  const params = new URLSearchParams(search);
  if (!params.has(name)) return place;
  params.delete(name);
  return params.size === 0 ? path : `${path}?${params}`;
}

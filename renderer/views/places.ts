/** The last view of each screen, as the main process remembers it: what a link of the rail comes back to. */
import { useSyncExternalStore } from 'react';
import { listenersOf } from '../components/listeners.ts';

/** The latest first. */
let places: readonly string[] = [];
const { tell, subscribe } = listenersOf();

/** What changes on the screen that is open draws nothing anew: nobody comes back to it before they leave it. */
export function setPlaces(next: readonly string[]): void {
  const isSame =
    next.length === places.length && next.every((place, index) => index === 0 || place === places[index]);
  places = next;
  if (isSame) return;
  tell();
}

export const usePlaces = (): readonly string[] => useSyncExternalStore(subscribe, () => places);

/** The latest place of a screen, or of any of several; undefined where none was looked at. */
export const lastPlace = (all: readonly string[], ...screens: string[]): string | undefined =>
  all.find((place) =>
    screens.some((path) => place === path || place.startsWith(`${path}/`) || place.startsWith(`${path}?`)),
  );

/** A place without what lay open over it: coming back to a screen opens no drawer. */
export function withoutOpen(place: string, name: string): string {
  const [path = '', search = ''] = place.split(/\?(.*)/s);
  const params = new URLSearchParams(search);
  if (!params.has(name)) return place;
  params.delete(name);
  return params.size === 0 ? path : `${path}?${params}`;
}

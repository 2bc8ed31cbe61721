/**
 * Assigns rendered rows to places. Pure. A row that scrolled out of sight is reused for one that came into sight: its
 * elements stay and only their text changes, which is several times cheaper than creating new ones.
 * @param before the slot of each rendered place, in the order of the places
 * @param places what is to be rendered now, in order
 */
export function reuseSlots(
  before: ReadonlyMap<number, number>,
  places: readonly number[],
): Map<number, number> {
  const wanted = new Set(places);
  const free = [...before].filter(([place]) => !wanted.has(place)).map(([, slot]) => slot);
  let unused = Math.max(-1, ...before.values()) + 1;
  let used = 0;
  return new Map(
    places.map((place) => {
      const former = before.get(place);
      if (former !== undefined) return [place, former];
      const slot = free[used++] ?? unused++;
      return [place, slot];
    }),
  );
}

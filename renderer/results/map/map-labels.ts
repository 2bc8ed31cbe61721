/** Which places of a map are labelled, and where. Pure. */
import type { Size } from './map-projection.ts';

/** Pixels. */
export type Spot = { code: string; x: number; y: number };
/** `x` and `y` are where the text is anchored, on its baseline. */
export type Label = Spot & { anchor: 'start' | 'end' | 'middle' };
type Box = { left: number; right: number; top: number; bottom: number };

/** The widest letters of the widest likely font, including their halo. */
const LETTER = 8;
const ABOVE = 11;
const BELOW = 4;
/** From a point's middle to a label beside it. */
const ASIDE = 7;

/** The area of a label. */
function boxOf({ code, x, y, anchor }: Label): Box {
  const width = code.length * LETTER;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - ABOVE, bottom: y + BELOW };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** Beside the point, then above and below it, then off its corners. */
const around = ({ code, x, y }: Spot): Label[] => [
  { code, x: x + ASIDE, y: y + 4, anchor: 'start' },
  { code, x: x - ASIDE, y: y + 4, anchor: 'end' },
  { code, x, y: y - 8, anchor: 'middle' },
  { code, x, y: y + 17, anchor: 'middle' },
  { code, x: x + 4, y: y - 6, anchor: 'start' },
  { code, x: x - 4, y: y - 6, anchor: 'end' },
  { code, x: x + 4, y: y + 14, anchor: 'start' },
  { code, x: x - 4, y: y + 14, anchor: 'end' },
];

const pointBox = ({ x, y }: Spot): Box => ({ left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 });

/**
 * Labels that neither overlap nor leave the map. Each airport takes the free position that covers the fewest points;
 * one without a free position has no label.
 * @param airports the most important first, as they are placed first
 */
export function placeLabels(airports: readonly Spot[], size: Size): Label[] {
  const points = airports.map(pointBox);
  const labels: Label[] = [];
  const placed: Box[] = [];
  for (const airport of airports) {
    const free = around(airport).flatMap((label) => {
      const box = boxOf(label);
      const fits = box.left >= 0 && box.right <= size.width && box.top >= 0 && box.bottom <= size.height;
      if (!fits || placed.some((other) => overlap(box, other))) return [];
      return [{ label, box, covered: points.filter((point) => overlap(box, point)).length }];
    });
    const [first] = free;
    if (first === undefined) continue;
    const best = free.reduce((least, each) => (each.covered < least.covered ? each : least), first);
    labels.push(best.label);
    placed.push(best.box);
  }
  return labels;
}

/** The labels plus those of some airports, which replace whatever is in their way. */
export function naming(labels: readonly Label[], named: readonly Spot[], size: Size): Label[] {
  const standing = new Set(labels.map(({ code }) => code));
  const added = placeLabels(
    named.filter(({ code }) => !standing.has(code)),
    size,
  );
  const boxes = added.map(boxOf);
  return [...labels.filter((label) => !boxes.some((box) => overlap(box, boxOf(label)))), ...added];
}

/** Where figures fall along an axis, and which of them are named. Pure. */

/** The nearest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `raw`; for a range of nothing, 1. */
export function niceStep(raw: number): number {
  if (!(raw > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= raw) ?? 10;
  return factor * power;
}

/**
 * Round figures from at most `least` to at least `most`, in about `count` equal steps.
 * @param finest the smallest step: two figures must not read alike
 */
export function ticksOver(least: number, most: number, count: number, finest = 1): number[] {
  const step = Math.max(finest, niceStep((most - least) / count));
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/** What a character of a figure takes at most, in pixels. */
const CHARACTER = 8;

/** How wide a text of the axis is at most, in pixels. */
export const textWidth = (text: string): number => text.length * CHARACTER;

/** The room that the figures beside an axis need, in pixels: at least `least`, and `gap` between them and it. */
export const marginBeside = (texts: readonly string[], least: number, gap: number): number =>
  Math.max(least, ...texts.map((text) => textWidth(text) + gap));

/** Where the middle of a figure's text stands, so that its end stays in the picture. */
export const textWithin = (at: number, text: string, end: number): number =>
  Math.min(at, end - textWidth(text) / 2);

/** A figure's place in pixels, from `from` at `least` to `to` at `most`; in the middle where all figures are one. */
export const along =
  (least: number, most: number, from: number, to: number) =>
  (value: number): number =>
    most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from);

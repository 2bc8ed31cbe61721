/** Positions of figures along an axis, and which of them are labelled. Pure. */

/** The nearest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `raw`; 1 for an empty range. */
export function niceStep(raw: number): number {
  if (!(raw > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= raw) ?? 10;
  return factor * power;
}

/**
 * Round figures from at most `least` to at least `most`, in about `count` equal steps.
 * @param finest the smallest step: two labels must differ
 */
export function ticksOver(least: number, most: number, count: number, finest = 1): number[] {
  const step = Math.max(finest, niceStep((most - least) / count));
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/** The greatest width of a character of a figure, in pixels. */
const CHARACTER = 8;

/** The greatest width of a text of the axis, in pixels. */
export const textWidth = (text: string): number => text.length * CHARACTER;

/** The margin for the figures beside an axis, in pixels: at least `least`, with `gap` between them and it. */
export const marginBeside = (texts: readonly string[], least: number, gap: number): number =>
  Math.max(least, ...texts.map((text) => textWidth(text) + gap));

/** The position of a figure's middle, so that its end stays within the picture. */
export const textWithin = (at: number, text: string, end: number): number =>
  Math.min(at, end - textWidth(text) / 2);

/**
 * A figure's position in pixels, from `from` at `least` to `to` at `most`; in the middle where there is only one
 * figure.
 */
export const along =
  (least: number, most: number, from: number, to: number) =>
  (value: number): number =>
    most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from);

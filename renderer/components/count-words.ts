const grouped = new Intl.NumberFormat('en');

/** A whole number in groups: `1,204`. */
export const countWords = (count: number): string => grouped.format(count);

/** A count with its noun: `1 record`, `1,204 records`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countWords(count)} ${count === 1 ? one : many}`;

/** What must never happen, one count for each; the simulation proves that all are zero. */
export const COUNTS = [
  'charged twice',
  'charged without approval',
  'charged and written off',
  'charged and forgotten',
  'spending below the books',
  'limits passed',
  'absences wrongly claimed',
  'waits cut short',
  'requests beyond the bounds',
  'errors without words',
  'dead ends',
  'charges without an alarm',
  'never settled',
  'main process held',
] as const;
export type Count = (typeof COUNTS)[number];

/** One violation: something that must never happen and did. */
export type Violation = { count: Count; words: string; at: number };

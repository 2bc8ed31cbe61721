/** The result of a run of faults. The last three must be zero. */
export const COUNTS = [
  'kill points',
  'marketplace kill points',
  'teller kill points',
  'storage faults',
  'simultaneous approvals',
  'faults injected',
  'purchases made',
  'charged once',
  'charged twice',
  'lost',
  'unresolved',
] as const;
export type CountName = (typeof COUNTS)[number];
export type Counts = Record<CountName, number>;

export const noCounts = (): Counts => Object.fromEntries(COUNTS.map((name) => [name, 0])) as Counts;

/** One count on a line of its own, exactly as `kill points: 214`. */
export const report = (counts: Counts): string => COUNTS.map((name) => `${name}: ${counts[name]}`).join('\n');

export const mustBeZero = ['charged twice', 'lost', 'unresolved'] as const satisfies readonly CountName[];

/** Reports what went wrong, in addition to the counts. */
export type Finding = (words: string) => void;

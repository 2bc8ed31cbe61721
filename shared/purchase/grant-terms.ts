import { plural } from '../formats.ts';

/** A time between two refreshes: `6 days`, `36 hours`. */
export const hoursLabel = (hours: number): string =>
  hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour');

/** What a standing permission reads, and how often: `every 6 days, all pages, at most 5`. */
export const grantTerms = ({ pages, everyHours }: { pages: number; everyHours: number }): string =>
  `every ${hoursLabel(everyHours).replace(/^1 /u, '')}, ${pages === 1 ? 'the first page' : `all pages, at most ${pages}`}`;

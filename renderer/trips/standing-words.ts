import type { RecordStanding } from '#shared/contract/trips.ts';
import { plural } from '../results/award-words.ts';

const CHANGES: Readonly<Record<RecordStanding['changes'][number], string>> = {
  cheaper: 'cheaper',
  dearer: 'dearer',
  miles: 'other miles',
  more_seats: 'more seats',
  fewer_seats: 'fewer seats',
  seats: 'other seats',
  space_gone: 'award space is gone',
  space_back: 'award space is back',
  direct: 'direct or not has changed',
  airlines: 'other airlines',
  date: 'another date or route',
};

/** What is different, in a few words; empty where nothing is. */
export const changeWords = (changes: RecordStanding['changes']): string =>
  changes.map((change) => CHANGES[change]).join(', ');

export type StandingWords = {
  /** In two or three words. */
  short: string;
  /** What that rests on. */
  why: string;
  colour: 'green' | 'blue' | 'yellow' | 'red' | 'gray';
};

/** How a chosen record stands, and on what evidence: what was not read is never said to be gone. */
export function standingWords({ state, asking, changes }: RecordStanding): StandingWords {
  const read = asking === null ? '' : `${plural(asking.pages, 'page')}, ${plural(asking.records, 'record')}`;
  switch (state) {
    case 'as_chosen':
      return { short: 'Still there', why: `A later asking has it as it was (${read}).`, colour: 'green' };
    case 'changed':
      return {
        short: changes.includes('space_gone') ? 'No award space any more' : 'Still there, changed',
        why: `A later asking has it: ${changeWords(changes)}.`,
        colour: changes.includes('space_gone') ? 'red' : 'blue',
      };
    case 'not_asked_again':
      return {
        short: 'Not asked again since',
        why: 'No later asking covered its route and day.',
        colour: 'gray',
      };
    case 'gone':
      return {
        short: 'Gone',
        why: `A later asking of its route and day, read to its end, does not have it (${read}).`,
        colour: 'red',
      };
    case 'not_found_so_far':
      return {
        short: 'Not found so far',
        why:
          asking?.exhausted === false
            ? `A later asking does not have it on what was read (${read}), but was not read to its end.`
            : `A later asking does not have it on what was read (${read}), and did not tell whether that was all.`,
        colour: 'yellow',
      };
    case 'unreadable':
      return {
        short: 'Came back unreadable',
        why: 'A later asking has it, but its row breaks the contract.',
        colour: 'yellow',
      };
    case 'not_kept':
      return {
        short: 'Not kept here',
        why: 'Only this copy of it is here, not the answer it came from.',
        colour: 'gray',
      };
  }
}

import { becameWords } from '#shared/award-search/became-words.ts';
import type { RecordStanding, TripItem } from '#shared/contract/trips.ts';
import { standingName } from '#shared/trips/standing.ts';
import type { Tone } from '../components/tag.tsx';
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
const changeWords = (changes: RecordStanding['changes']): string =>
  changes.map((change) => CHANGES[change]).join(', ');

/** Worse than it was chosen: the mark beside it must not look like good news. */
const isWorse = (changes: RecordStanding['changes']): boolean =>
  changes.includes('dearer') || changes.includes('fewer_seats');

export type StandingWords = {
  /** In two or three words. */
  short: string;
  /** What that rests on. */
  why: string;
  tone: Tone;
};

/** A chosen record as a board holds it. */
type Held = Pick<Extract<TripItem, { kind: 'record' }>, 'chosen' | 'now' | 'standing'>;

/** How a chosen record stands, and on what evidence: what was not read is never said to be gone. */
export const standingWords = (held: Held): StandingWords => ({
  short: standingName(held.standing),
  ...grounds(held),
});

function grounds({ chosen, now, standing }: Held): Pick<StandingWords, 'why' | 'tone'> {
  const { state, asking, changes } = standing;
  const read = asking === null ? '' : `${plural(asking.pages, 'page')}, ${plural(asking.records, 'record')}`;
  switch (state) {
    case 'as_chosen':
      return { why: `A later asking has it as it was (${read}).`, tone: 'good' };
    case 'changed': {
      const gone = changes.includes('space_gone');
      const became = gone || now === null ? '' : becameWords(chosen, now);
      return {
        why: `A later asking has it: ${changeWords(changes)}${became === '' ? '' : ` (${became})`}.`,
        tone: gone ? 'bad' : isWorse(changes) ? 'warn' : 'good',
      };
    }
    case 'not_asked_again':
      return { why: 'No later asking covered its route and day.', tone: 'quiet' };
    case 'gone':
      return {
        why: `A later asking of its route and day, read to its end, does not have it (${read}).`,
        tone: 'bad',
      };
    case 'not_found_so_far':
      return {
        why:
          asking?.exhausted === false
            ? `A later asking does not have it on what was read (${read}), but was not read to its end.`
            : `A later asking does not have it on what was read (${read}), and did not tell whether that was all.`,
        tone: 'warn',
      };
    case 'unreadable':
      return { why: 'A later asking has it, but its row breaks the contract.', tone: 'warn' };
    case 'not_kept':
      return { why: 'Only this copy of it is here, not the answer it came from.', tone: 'quiet' };
  }
}

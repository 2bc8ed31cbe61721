import { spaceChangeLabel } from '#shared/award-search/space-change-label.ts';
import type { RecordRow } from '#shared/contract/record-row.ts';
import type { RecordStanding, TripItem } from '#shared/contract/trips.ts';
import { plural } from '#shared/formats.ts';
import { standingName } from '#shared/trips/standing.ts';
import type { Tone } from '../ui/tag.tsx';

const CHANGES: Readonly<Record<RecordStanding['changes'][number], string>> = {
  cheaper: 'cheaper',
  dearer: 'dearer',
  miles: 'other miles',
  more_seats: 'more seats',
  fewer_seats: 'fewer seats',
  seats: 'other seats',
  space_removed: 'award space is removed',
  space_back: 'award space is back',
  direct: 'direct or not has changed',
  airlines: 'other airlines',
  date: 'another date or route',
};

/** What changed, in a few words; empty where nothing did. */
const changeLabel = (changes: RecordStanding['changes']): string =>
  changes.map((change) => CHANGES[change]).join(', ');

/** Worse than when it was chosen: the badge beside it must not look like good news. */
const isWorse = (changes: RecordStanding['changes']): boolean =>
  changes.includes('dearer') || changes.includes('fewer_seats');

export type StandingLabel = {
  /** In two or three words. */
  short: string;
  /** The evidence for it. */
  why: string;
  tone: Tone;
};

/** A chosen record as a board holds it. */
type Held = Pick<Extract<TripItem, { kind: 'record' }>, 'chosen' | 'now' | 'standing'>;

/** Whether a record has seats for the travellers of a trip; for those of the wallet where the trip names none. */
function seatsFor(now: Held['now'], travellers: number | undefined): RecordRow['seatsFor'] {
  if (now === null || travellers === undefined) return now?.seatsFor;
  if (travellers === 1 || !now.available) return undefined;
  return { travellers, enough: now.seats === null ? null : now.seats >= travellers };
}

/**
 * The standing of a chosen record, and its evidence: what was not read is never called removed.
 * @param seats that the trip needs; undefined where it does not say
 */
export function standingLabel(held: Held, seats: number | undefined): StandingLabel {
  const label = { short: standingName(held.standing), ...reasonOf(held) };
  const needed = seatsFor(held.now, seats);
  // Being there is no good news for travellers whom it has no seats for.
  if (label.tone !== 'good' || needed === undefined || needed.enough === true) return label;
  const { travellers } = needed;
  return needed.enough === false
    ? {
        short: 'Too few seats',
        why: `${label.why} It has ${plural(held.now?.seats ?? 0, 'seat')} for ${travellers}.`,
        tone: 'bad',
      }
    : { ...label, why: `${label.why} No seat count is given for ${travellers}.`, tone: 'warn' };
}

function reasonOf({ chosen, now, standing }: Held): Pick<StandingLabel, 'why' | 'tone'> {
  const { state, run, changes } = standing;
  const read = run === null ? '' : `${plural(run.pages, 'page')}, ${plural(run.records, 'record')}`;
  switch (state) {
    case 'as_chosen':
      return { why: `A later run has it as it was (${read}).`, tone: 'good' };
    case 'changed': {
      const spaceRemoved = changes.includes('space_removed');
      const became = spaceRemoved || now === null ? '' : spaceChangeLabel(chosen, now);
      return {
        why:
          became === ''
            ? `A later run has it: ${changeLabel(changes)}.`
            : `A later run has it: ${changeLabel(changes)} (${became}).`,
        tone: spaceRemoved ? 'bad' : isWorse(changes) ? 'warn' : 'good',
      };
    }
    case 'not_run_again':
      return { why: 'No later run covered its route and day.', tone: 'quiet' };
    case 'removed':
      return {
        why: `A later run that read all of its route and day does not have it (${read}).`,
        tone: 'bad',
      };
    case 'not_found_so_far':
      return {
        why:
          run?.exhausted === true
            ? `A later run does not have it on what was read (${read}), but returned records whose ID could not be read.`
            : run?.exhausted === false
              ? `A later run does not have it on what was read (${read}), but not every page was read.`
              : `A later run does not have it on what was read (${read}), and did not tell whether that was all.`,
        tone: 'warn',
      };
    case 'unreadable':
      return { why: 'A later run has it, but its row breaks the contract.', tone: 'warn' };
    case 'not_stored':
      return { why: 'Only this copy of it is here, not the answer it came from.', tone: 'quiet' };
  }
}

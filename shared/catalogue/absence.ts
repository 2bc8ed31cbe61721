import type { CatalogueFreshness } from './freshness.ts';

/** Whether "not found" is proven (§1.4: a stale or partial catalogue cannot establish that a Tool is absent). */
export type Absence = { proven: boolean; words: string };

/** One answer of the service, as far as absence depends on it. */
export type AnswerRead = {
  /** Why the answer itself indicates that it is incomplete, as the end of a sentence; null where it does not. */
  shortfall: string | null;
  /** How many items came; null where the answer holds no list of them. */
  sent: number | null;
  /** The references of the items that could be read. */
  keys: readonly string[];
  /** Each count of items, of this page or of all, that the answer states; `NaN` for one that is not a number. */
  counts: readonly number[];
  /** Whether there is a further page; null where the answer does not say. */
  hasMore: boolean | null;
};

/** Every request to the service made to find something, and when. */
export type CatalogueReading = {
  /** False where the answers are from the cache. */
  fromService: boolean;
  /** The worse of the catalogue's own report and what the answers state about their source. */
  freshness: CatalogueFreshness | null;
  /** Every answer from the first page on, in order. */
  answers: readonly AnswerRead[];
  /** False where the first answer began with a later page. */
  fromStart: boolean;
  /** Whether a filter, at the service or here, may have excluded what was searched for. */
  filtered: boolean;
};

declare const complete: unique symbol;
/** A reading of the catalogue that was complete in every respect: only `completeReading` creates it. */
export type CompleteReading = { readonly [complete]: true };

const COMPLETE = Object.freeze({}) as CompleteReading;

/** Why cached answers prove nothing. */
export const FROM_CACHE = 'this is a cached copy of the catalogue';

/**
 * The reading as proof that anything it does not contain is absent; or the reason why it is no proof, as the end of a
 * sentence.
 */
export function completeReading(reading: CatalogueReading): CompleteReading | string {
  if (!reading.fromService) return FROM_CACHE;
  return (
    freshnessShortfall(reading.freshness) ??
    (reading.fromStart ? null : 'only a part of its pages was read') ??
    (reading.filtered ? 'a filter was in force' : null) ??
    answersShortfall(reading.answers) ??
    COMPLETE
  );
}

function freshnessShortfall(freshness: CatalogueFreshness | null): string | null {
  if (freshness === null) return 'the catalogue’s freshness is not known';
  if (freshness.contradiction !== null)
    return `the service calls its catalogue fresh, but ${freshness.contradiction}`;
  if (freshness.status === 'fresh' && freshness.doubt !== null) return freshness.doubt;
  switch (freshness.status) {
    case 'fresh':
      return null;
    case 'stale':
      return 'the catalogue is stale';
    case 'failed':
      return 'the last refresh of the catalogue failed';
    case 'absent':
      return 'the service has no catalogue yet';
    case 'unknown':
      return 'the service gave a catalogue state that Milepost does not know';
  }
}

function answersShortfall(answers: readonly AnswerRead[]): string | null {
  const last = answers.at(-1);
  if (last === undefined) return 'no answer was read';
  const keys = answers.flatMap((answer) => answer.keys);
  for (const [index, answer] of answers.entries()) {
    if (answer.shortfall !== null) return answer.shortfall;
    if (answer.sent === null) return 'the answer holds no list of Tools';
    if (answer.keys.length < answer.sent)
      return `${answer.sent - answer.keys.length} of its Tools could not be read`;
    const other = answer.counts.find((count) => count !== answer.sent && count !== keys.length);
    if (other !== undefined)
      return Number.isNaN(other)
        ? 'the answer counts its Tools in a way that cannot be read'
        : `the answer counts ${other} Tools and holds ${answer.sent}`;
    if (index < answers.length - 1 && answer.hasMore !== true) return 'its pages do not fit together';
  }
  if (new Set(keys).size < keys.length) return 'a Tool came twice, so another may not have come';
  if (last.hasMore === null) return 'the answer does not say whether there are further pages';
  if (last.hasMore) return 'the answer has further pages that were not read';
  return null;
}

/** The rule of §1.4 in words: only a complete reading shows that what was searched for is not there. */
export function explainAbsence(reading: CompleteReading | string): Absence {
  if (typeof reading === 'string')
    return {
      proven: false,
      words: `No such Tool found here. There may still be one: ${reading}.`,
    };
  return {
    proven: true,
    words: 'Not in the catalogue. The catalogue was fresh and complete when it was read.',
  };
}

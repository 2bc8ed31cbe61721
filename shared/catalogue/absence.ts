import type { CatalogueFreshness } from './freshness.ts';

/** How sure a "not found" is (§1.4: a stale or partial catalogue cannot establish that a Tool is absent). */
export type Absence = { proven: boolean; words: string };

/** One answer of the service, as far as it bears on what is not in it. */
export type AnswerRead = {
  /** Why the answer by itself does not show all that there is, as the end of a sentence; null where nothing says so. */
  shortfall: string | null;
  /** How many items came; null where the answer holds no list of them. */
  sent: number | null;
  /** What was read of them, each by its reference. */
  keys: readonly string[];
  /** How many the answer says there are, of this page or of all, in each place where it does; `NaN` for no number. */
  counts: readonly number[];
  /** Whether there is a further page; null where the answer does not say. */
  hasMore: boolean | null;
};

/** Everything that was asked of the service to find something, and when. */
export type CatalogueReading = {
  /** False where the answers are cached ones. */
  fromService: boolean;
  /** The catalogue's own report, and what the answers say of their source, whichever promises less. */
  freshness: CatalogueFreshness | null;
  /** Every answer from the first page on, in order. */
  answers: readonly AnswerRead[];
  /** False where the first answer began with a later page. */
  fromStart: boolean;
  /** Whether a filter of ours, at the service or here, may have left out what was looked for. */
  filtered: boolean;
};

declare const complete: unique symbol;
/** A reading of the catalogue that was complete in every respect: `completeReading` alone makes it. */
export type CompleteReading = { readonly [complete]: true };

const COMPLETE = Object.freeze({}) as CompleteReading;

/** Why nothing is concluded from cached answers. */
export const FROM_CACHE = 'this is a cached copy of the catalogue';

/** The reading as proof that what it does not hold is not there, or why it is none, as the end of a sentence. */
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

/** The rule of §1.4 as words: only a complete reading shows that what was looked for is not there. */
export function explainAbsence(reading: CompleteReading | string): Absence {
  if (typeof reading === 'string')
    return {
      proven: false,
      words: `Not found here, which does not show that no such Tool exists: ${reading}.`,
    };
  return {
    proven: true,
    words: 'Not in the catalogue. The catalogue was fresh and complete when it was read.',
  };
}

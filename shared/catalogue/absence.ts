import type { CatalogueFreshness } from './freshness.ts';

/** How sure a "not found" is (§1.4: a stale or partial catalogue cannot establish that a Tool is absent). */
export type Absence = { proven: boolean; words: string };

/** What was known of the catalogue when something was not found in it. */
export type CatalogueMoment = {
  freshness: CatalogueFreshness | null;
  /** False where the answer said that it was partial, or where more of it was left unread. */
  whole: boolean;
  /** False where the answer is a kept one. */
  fromService: boolean;
};

/**
 * The rule of §1.4 as words. Only a fresh, whole answer given by the service at this moment shows that something is
 * not there.
 */
export function explainAbsence(moment: CatalogueMoment): Absence {
  const unsure = (because: string): Absence => ({
    proven: false,
    words: `Not found here, which does not show that no such Tool exists: ${because}.`,
  });
  if (!moment.fromService) return unsure('this is a kept copy of the catalogue');
  if (moment.freshness === null) return unsure("the catalogue's freshness is not known");
  if (moment.freshness.status === 'stale') return unsure('the catalogue is stale');
  if (moment.freshness.status === 'failed') return unsure('the last refresh of the catalogue failed');
  if (moment.freshness.status === 'absent') return unsure('the service has no catalogue yet');
  if (moment.freshness.status !== 'fresh')
    return unsure('the service told a catalogue state that Milepost does not know');
  if (!moment.whole) return unsure('the answer was partial');
  return {
    proven: true,
    words: 'Not in the catalogue. The catalogue was fresh and whole when it was asked.',
  };
}

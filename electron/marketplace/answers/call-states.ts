import { ownEntry } from '#shared/own-entry.ts';
import { fold } from './fold.ts';

/**
 * The state of a Call. `over`: finished without a result; only its charge states whether it was paid. `in_doubt`: the
 * service itself does not know.
 */
export type CallStanding = 'working' | 'completed' | 'over' | 'in_doubt' | 'refused' | 'cancelled' | 'void';

/** The services' own words for each state, folded; live-marketplace's first. */
const WORDS: Readonly<Record<CallStanding, string>> = {
  working:
    'gatheringinformation awaitingauthority authorized leased inprogress retryable pending accepted active created dispatched enqueued executing initiated open processing queued received retrying running scheduled started submitted waiting working',
  completed: 'completed complete succeeded success successful finished done ok fulfilled',
  over: 'terminal ended closed stopped failed fail failure error errored faulted expired timedout timeout aborted rejected declined denied',
  in_doubt: 'outcomeunknown reconciliationrequired unknown indeterminate',
  refused: 'refused',
  cancelled: 'cancelled canceled',
  void: 'invalidated',
};

const STANDINGS: Readonly<Record<string, CallStanding>> = Object.fromEntries(
  Object.entries(WORDS).flatMap(([standing, words]) =>
    words.split(' ').map((word) => [word, standing as CallStanding] as const),
  ),
);

/** The standing that a service's state word means, in any spelling; null if unknown. */
export const callStanding = (state: string): CallStanding | null => ownEntry(STANDINGS, fold(state)) ?? null;

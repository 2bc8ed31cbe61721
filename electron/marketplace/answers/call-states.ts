import { ownEntry } from '#shared/own-entry.ts';
import { fold } from './fold.ts';

/**
 * How a Call stands. `over`: nothing more comes, and it gave no result; whether it was charged, only its charge says.
 * `in_doubt`: the service itself does not know.
 */
export type CallStanding = 'working' | 'completed' | 'over' | 'in_doubt' | 'refused' | 'cancelled' | 'void';

/** The words of services for how a Call stands (live-marketplace's first), folded. */
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

/** What a service's word says of how a Call stands, whatever its case and spelling; null for a word that nobody knows. */
export const callStanding = (state: string): CallStanding | null => ownEntry(STANDINGS, fold(state)) ?? null;

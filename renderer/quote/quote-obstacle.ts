import type { Posture } from '#shared/contract/catalogue.ts';
import type { KeyStatus, Status } from '#shared/contract/status.ts';
import { missingScope } from '../status/key-label.ts';

/** What is said until enough is read to say more. */
export const NOT_READ_YET = 'What is on offer is not read yet.';

type QuoteContext = {
  network: Status['network']['state'];
  key: Pick<KeyStatus, 'state' | 'scopes'>;
  /** How the chosen Tool stands; null where there is none to ask, undefined while the Tools are not read yet. */
  posture: Posture | null | undefined;
  /** Whether the Tool departs from the contract that the form was made for. */
  drifted?: boolean;
};

/** Why a quote cannot be asked for now, in a sentence; null where it can. What is wrong in the form is told beside its field. */
export function quoteObstacle({ network, key, posture, drifted = false }: QuoteContext): string | null {
  if (network === 'offline') return 'Offline: a quote needs the network. Everything saved still works.';
  if (posture === undefined) return NOT_READ_YET;
  if (posture === null) return 'There is no award search Tool to ask.';
  if (posture.state === 'needs_setup' || posture.state === 'unavailable' || posture.state === 'not_found')
    return posture.words;
  if (drifted) return 'This award search has changed. Fill it in through its own form.';
  if (key.state === 'none')
    return 'No access key is stored for this marketplace. The setup list says how to store one.';
  const missing = missingScope(key);
  if (missing) return `The access key has no scope ${missing}, so it cannot quote or buy.`;
  return null;
}

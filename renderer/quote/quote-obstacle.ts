import type { Posture } from '#shared/contract/catalogue.ts';
import type { KeyStatus, Status } from '#shared/contract/status.ts';
import { missingScope } from '../status/key-label.ts';

/** What is said until enough is read to say more. */
export const NOT_READ_YET = 'Reading the catalogue…';

export const NO_TOOL = 'The catalogue has no Tool for this search.';

type QuoteContext = {
  network: Status['network']['state'];
  key: Pick<KeyStatus, 'state' | 'scopes'>;
  /** How the chosen Tool stands; null where there is none to ask, undefined while the Tools are not read yet. */
  posture: Posture | null | undefined;
  /** Whether the Tool departs from the contract that the form was made for. */
  drifted?: boolean;
};

/** Why a quote cannot be asked for now, in a sentence; null where it can. What is wrong in the form is said beside its field. */
export function quoteObstacle({ network, key, posture, drifted = false }: QuoteContext): string | null {
  if (network === 'offline') return 'Offline. A quote needs the network; everything saved still works.';
  if (posture === undefined) return NOT_READ_YET;
  if (posture === null) return NO_TOOL;
  if (posture.state === 'needs_setup' || posture.state === 'unavailable' || posture.state === 'not_found')
    return posture.words;
  if (drifted) return 'This award search has changed. Fill it in through its own form.';
  if (key.state === 'none') return 'No key is stored for this marketplace.';
  const missing = missingScope(key);
  if (missing) return `This key cannot quote or buy: it has no scope ${missing}.`;
  return null;
}

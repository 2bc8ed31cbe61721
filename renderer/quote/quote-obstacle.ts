import type { Posture } from '#shared/contract/catalogue.ts';
import type { KeyStatus, Status } from '#shared/contract/status.ts';
import { keyUnread, missingScope } from '../status/key-label.ts';

/** Shown until enough has been read. */
export const NOT_READ_YET = 'Reading the catalogue…';

export const NO_TOOL = 'The catalogue has no Tool for this search.';

type QuoteContext = {
  network: Status['network']['state'];
  key: Pick<KeyStatus, 'state' | 'scopes' | 'keychain'>;
  /** The posture of the chosen Tool; null where there is none, undefined while the Tools are not read yet. */
  posture: Posture | null | undefined;
  /** Whether the Tool deviates from the contract that the form was made for. */
  drifted?: boolean;
};

/** Why a quote cannot be requested now, in a sentence; null where it can. Form errors are shown beside their fields. */
export function quoteObstacle({ network, key, posture, drifted = false }: QuoteContext): string | null {
  if (network === 'offline') return 'Offline. A quote needs the network; everything saved still works.';
  if (posture === undefined) return NOT_READ_YET;
  if (posture === null) return NO_TOOL;
  if (posture.state === 'needs_setup' || posture.state === 'unavailable' || posture.state === 'not_found')
    return posture.words;
  if (drifted) return 'This award search has changed. Fill it in through its own form.';
  if (key.state === 'none') return 'No key is stored for this marketplace.';
  if (key.state === 'unread') return keyUnread(key);
  const missing = missingScope(key);
  if (missing) return `This key cannot quote or buy: it has no scope ${missing}.`;
  return null;
}

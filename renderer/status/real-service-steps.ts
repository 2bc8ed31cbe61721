/** The steps from the demo to a real marketplace. Pure. */
import type { Status } from '#shared/contract/status.ts';
import { amountLabel } from '#shared/money.ts';
import { CALL_SCOPE, missingScope } from './key-label.ts';

export type Step = { name: string; detail: string; done: boolean; path: string };

/** The three steps with what is known of each; one is done where the marketplace in use needs nothing more of it. */
export function realServiceSteps({
  marketplace,
  key,
  spending,
}: Pick<Status, 'marketplace' | 'key' | 'spending'>): readonly Step[] {
  const isReal = !marketplace.demo;
  const { perCall, perDay } = spending.limits;
  return [
    {
      name: 'Address',
      detail: isReal ? marketplace.address : 'Where the marketplace is',
      done: isReal,
      path: '/settings/marketplace',
    },
    { name: 'Key', ...keyState(isReal, key), path: '/settings/marketplace/key' },
    {
      name: 'Limits',
      detail:
        spending.limits.unread === true
          ? 'They cannot be read: set them again'
          : `${amountLabel(perCall)} a search, ${amountLabel(perDay)} a day`,
      done: isReal && spending.limits.unread !== true,
      path: '/settings/spending',
    },
  ];
}

function keyState(isReal: boolean, key: Status['key']): Pick<Step, 'detail' | 'done'> {
  if (!isReal) return { detail: 'Connect in the browser, or store a key', done: false };
  if (key.state === 'none') return { detail: 'Connect in the browser, or store a key', done: false };
  if (key.state === 'unread') return { detail: 'The keychain cannot be read now', done: false };
  if (missingScope(key) !== null) return { detail: `It lacks the permission ${CALL_SCOPE}`, done: false };
  return { detail: key.state === 'keychain' ? 'In the keychain' : 'For this run only', done: true };
}

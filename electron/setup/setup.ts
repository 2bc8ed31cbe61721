import { type CatalogueFreshness, freshnessLabel } from '#shared/catalogue/freshness.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { KeyStatus, SetupItem } from '#shared/contract/status.ts';
import type { Marketplace } from '../marketplace/http/answer.ts';

/** The scope that Calls require (§5.3). */
const CALL_SCOPE = 'market_tools:call';

type AwardTools = Omit<Awaited<ReturnType<ContractHandlers['awards']['tools']>>, 'others'>;

export type SetupDeps = {
  network: () => { state: 'online' | 'offline' | 'unknown'; words: string };
  freshness: () => CatalogueFreshness | null;
  keyStatus: () => Promise<KeyStatus> | KeyStatus;
  awardTools: () => AwardTools;
  /** Whether the marketplace's operations for quotes, orders and their status can be used. */
  available: Marketplace['available'];
  /** Refreshes freshness, account and award search Tools from the service. Failures show in the state read afterwards. */
  refresh: {
    freshness: () => Promise<unknown>;
    key: () => Promise<unknown>;
    awardTools: () => Promise<unknown>;
  };
};

export type Setup = { read: ContractHandlers['status']['setup'] };

/** The checklist of what the award search needs before it can be used (§1.6, §5.8), each with its remedy. */
export function createSetup(deps: SetupDeps): Setup {
  return {
    read: async ({ refresh }) => {
      if (refresh) {
        const keyKnown = (await deps.keyStatus()).state !== 'none';
        await Promise.allSettled([
          deps.refresh.freshness(),
          ...(keyKnown ? [deps.refresh.key()] : []),
          deps.refresh.awardTools(),
        ]);
      }
      const key = await deps.keyStatus();
      const items = [
        marketplaceItem(deps.network()),
        catalogueItem(deps.freshness()),
        keyItem(key),
        scopeItem(key),
        toolItem(deps.awardTools(), deps.available),
      ];
      return { ready: !items.some(isBlocking), items };
    },
  };
}

/** Whether an item prevents searches. A stale catalogue still lists usable Tools, and unstated scopes may be granted. */
function isBlocking({ id, state }: SetupItem): boolean {
  if (id === 'catalogue') return false;
  return id === 'scope' ? state === 'unmet' : state !== 'met';
}

type Verdict = Pick<SetupItem, 'state' | 'detail' | 'remedy'>;
const met = (detail: string): Verdict => ({ state: 'met', detail, remedy: '' });
const unmet = (detail: string, remedy: string): Verdict => ({ state: 'unmet', detail, remedy });
const unknown = (detail: string, remedy: string): Verdict => ({ state: 'unknown', detail, remedy });

function marketplaceItem(network: { state: string; words: string }): SetupItem {
  const verdict =
    network.state === 'online'
      ? met(network.words)
      : network.state === 'offline'
        ? unmet(network.words, 'Check the network, and the marketplace’s address in Settings.')
        : unknown(network.words, 'Check again to ask it now.');
  return { id: 'marketplace', label: 'Marketplace reachable', ...verdict };
}

function catalogueItem(freshness: CatalogueFreshness | null): SetupItem {
  const words = freshnessLabel(freshness);
  const verdict =
    freshness === null
      ? unknown(words, 'Check again to read it now.')
      : freshness.status === 'fresh'
        ? met(words)
        : unmet(
            words,
            'Nothing to do here: the service refreshes its catalogue by itself. What is found in it can still be used.',
          );
  return { id: 'catalogue', label: 'Catalogue fresh', ...verdict };
}

function keyItem(key: KeyStatus): SetupItem {
  const label = 'Access key stored';
  if (key.state === 'unread')
    return { id: 'key', label, ...unknown(key.keychain.words, 'Unlock the keychain, then check again.') };
  if (key.refused !== undefined)
    return { id: 'key', label, ...unmet(key.refused, 'Store a current key in Settings, or connect again.') };
  const verdict =
    key.state === 'keychain'
      ? met('An access key for this marketplace is in the system’s keychain.')
      : key.state === 'memory'
        ? met('An access key for this marketplace is stored for this run only.')
        : unmet(
            'No access key for this marketplace is stored.',
            key.clipboard.works
              ? 'Copy a key that your account at the marketplace has made, then choose “Store key from clipboard” in Settings.'
              : key.clipboard.instead,
          );
  return { id: 'key', label, ...verdict };
}

function scopeItem(key: KeyStatus): SetupItem {
  const label = `Scope ${CALL_SCOPE} present`;
  if (key.state === 'none')
    return { id: 'scope', label, ...unknown('There is no key to look at.', 'Store a key first.') };
  if (key.state === 'unread')
    return {
      id: 'scope',
      label,
      ...unknown('The key could not be read.', 'Unlock the keychain, then check again.'),
    };
  if (key.scopes === null)
    return {
      id: 'scope',
      label,
      ...unknown('The service has not said which scopes the key has.', 'Check again to ask it now.'),
    };
  const verdict = key.scopes.includes(CALL_SCOPE)
    ? met('The key may call Tools. Each purchase still needs your approval.')
    : unmet(
        key.scopes.length === 0 ? 'The key has no scopes.' : `The key has only: ${key.scopes.join(', ')}.`,
        `Make a key with the scope ${CALL_SCOPE} in your account at the marketplace, and store it instead.`,
      );
  return { id: 'scope', label, ...verdict };
}

function toolItem({ tools, absence }: AwardTools, available: SetupDeps['available']): SetupItem {
  const label = 'Award search callable';
  const able = tools.filter(({ posture }) => posture.state === 'callable');
  const callable = able.find(({ drift }) => drift === null) ?? able[0];
  if (callable !== undefined) {
    const [quote, order, status] = [available('quote'), available('call'), available('callStatus')];
    const obstacle = !quote.ok
      ? `asked for a quote. ${quote.why}`
      : !order.ok
        ? `sent an order. ${order.why}`
        : null;
    const byHand = 'Settings, Advanced, shows what it was compared with, and lets you say it by hand.';
    if (obstacle !== null)
      return { id: 'tool', label, ...unmet(`This marketplace cannot be ${obstacle}`, byHand) };
    const form =
      callable.drift === null
        ? '.'
        : `, but only through the form made from its own schema. ${callable.drift.words}`;
    const unread = status.ok
      ? ''
      : ` The status of a Call cannot be read: what its first answer leaves open, only you can resume. ${status.why}`;
    const named = `“${callable.tool.title}” by ${callable.provider} can be called`;
    return { id: 'tool', label, ...met(`${named}${form}${unread}`) };
  }
  const [first] = tools;
  if (first === undefined)
    return {
      id: 'tool',
      label,
      ...unmet(
        absence?.words ?? 'No award search was found yet.',
        'Check again to look for it in the catalogue.',
      ),
    };
  const verdict = first.posture.state === 'unknown' ? unknown : unmet;
  return {
    id: 'tool',
    label,
    ...verdict(
      `“${first.tool.title}” by ${first.provider}: ${first.posture.words}`,
      first.posture.state === 'needs_setup'
        ? 'Set it up in your account at the marketplace, then check again.'
        : 'Check again later, or choose another provider on Search.',
    ),
  };
}

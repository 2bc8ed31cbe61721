import { expect, test } from 'vitest';
import { awardSearchDrift } from '#shared/award-search/schema-differences.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import { requests } from '#shared/contract/index.ts';
import type { KeyStatus } from '#shared/contract/status.ts';
import type { Role } from '../marketplace/http/answer.ts';
import { createSetup, type SetupDeps } from './setup.ts';

const FRESH: CatalogueFreshness = {
  status: 'fresh',
  statusText: 'fresh',
  refreshState: null,
  completedAt: null,
  lastError: null,
  contradiction: null,
  doubt: null,
  readAt: 1,
};
const KEY: KeyStatus = {
  state: 'keychain',
  origin: 'https://market.example',
  scopes: ['market_tools:call'],
  account: 'a',
  keychain: { works: true, words: '' },
  clipboard: { works: true, instead: '' },
};
const lacking =
  (lacks: Role): SetupDeps['available'] =>
  (role) =>
    role === lacks ? { ok: false, why: 'Its answer declares no reference.' } : { ok: true };
const AWARD = {
  tool: {
    toolRef: 't',
    capabilityId: 'get.p.api-awards-search',
    title: 'Award seats',
    description: '',
    provider: { name: 'P', slug: null },
    priceLabel: null,
    displayPrice: null,
    totalAuthorisation: null,
    healthStatus: null,
    listingTier: null,
    lastCheckedAt: null,
    lastHealthyAt: null,
    more: {},
  },
  provider: 'P',
  version: '1' as string | null,
  posture: { state: 'callable' as const, reason: null, words: 'Can be quoted and called.' },
  dataUse: [],
  drift: null,
  price: null,
};

const requested: string[] = [];
async function checklist(change: Partial<SetupDeps> = {}, refresh = false) {
  requested.length = 0;
  const answers = (name: string) => async () => {
    requested.push(name);
    throw new Error('The service is not there.');
  };
  const setup = createSetup({
    network: () => ({ state: 'online', words: 'The marketplace answers.' }),
    freshness: () => FRESH,
    keyStatus: () => KEY,
    awardTools: () => ({ tools: [AWARD], absence: null }),
    available: () => ({ ok: true }),
    refresh: { freshness: answers('freshness'), key: answers('key'), awardTools: answers('awardTools') },
    ...change,
  });
  return requests.status.setup.output.parse(await setup.read({ refresh }));
}

test('with everything there, all is met and there is nothing to do', async () => {
  const { ready, items } = await checklist();
  expect(ready).toBe(true);
  expect(items.map(({ id, state, remedy }) => [id, state, remedy])).toEqual(
    ['marketplace', 'catalogue', 'key', 'scope', 'tool'].map((id) => [id, 'met', '']),
  );
});

test.each<[string, Partial<SetupDeps>, string, string, RegExp]>([
  [
    'offline',
    { network: () => ({ state: 'offline', words: 'Gone.' }) },
    'marketplace',
    'unmet',
    /address in Settings/,
  ],
  [
    'nothing asked yet',
    { network: () => ({ state: 'unknown', words: 'Not asked.' }) },
    'marketplace',
    'unknown',
    /Check again/,
  ],
  [
    'no key',
    { keyStatus: () => ({ ...KEY, state: 'none', scopes: null }) },
    'key',
    'unmet',
    /Store key from clipboard/,
  ],
  [
    'no key and no clipboard',
    {
      keyStatus: () => ({
        ...KEY,
        state: 'none',
        scopes: null,
        clipboard: { works: false, instead: 'Run this.' },
      }),
    },
    'key',
    'unmet',
    /^Run this\.$/,
  ],
  [
    'a key that may not call',
    { keyStatus: () => ({ ...KEY, scopes: ['account:read'] }) },
    'scope',
    'unmet',
    /market_tools:call/,
  ],
  [
    'no award search',
    { awardTools: () => ({ tools: [], absence: { proven: false, words: 'Not found here.' } }) },
    'tool',
    'unmet',
    /Check again/,
  ],
  ['no way to ask for a quote', { available: lacking('quote') }, 'tool', 'unmet', /by hand/],
  ['no way to order', { available: lacking('call') }, 'tool', 'unmet', /by hand/],
  [
    'an award search that needs setup',
    {
      awardTools: () => ({
        tools: [
          { ...AWARD, posture: { state: 'needs_setup', reason: 'setup_required', words: 'Needs setup.' } },
        ],
        absence: null,
      }),
    },
    'tool',
    'unmet',
    /Set it up/,
  ],
  [
    'an award search that was not described',
    {
      awardTools: () => ({
        tools: [{ ...AWARD, posture: { state: 'unknown', reason: null, words: 'Not described.' } }],
        absence: null,
      }),
    },
    'tool',
    'unknown',
    /Check again/,
  ],
])('%s hinders, and the remedy is given', async (_, change, id, state, remedy) => {
  const { ready, items } = await checklist(change);
  const item = items.find((one) => one.id === id);
  expect(ready).toBe(false);
  expect(item).toMatchObject({ state, remedy: expect.stringMatching(remedy) });
  expect(item?.detail).toMatch(/\w/);
});

test.each<[string, Partial<SetupDeps>]>([
  ['a stale catalogue', { freshness: () => ({ ...FRESH, status: 'stale', statusText: 'stale' }) }],
  ['a catalogue whose freshness is not known', { freshness: () => null }],
  ['scopes that the service does not state', { keyStatus: () => ({ ...KEY, scopes: null }) }],
])('%s is shown and hinders nothing', async (_, change) => {
  const { ready, items } = await checklist(change);
  expect(ready).toBe(true);
  expect(items.filter(({ state }) => state !== 'met')).toHaveLength(1);
});

test('of several award searches one that can be called is enough', async () => {
  const other = { ...AWARD, posture: { state: 'unavailable' as const, reason: null, words: 'Gone.' } };
  expect((await checklist({ awardTools: () => ({ tools: [other, AWARD], absence: null }) })).ready).toBe(
    true,
  );
});

test('an award search that departs from the contract is reported, and one that does not is preferred', async () => {
  const drift = awardSearchDrift({ version: '2', inputJsonSchema: null });
  const changed = { ...AWARD, version: '2', drift };
  const alone = await checklist({ awardTools: () => ({ tools: [changed], absence: null }) });
  expect(alone.items.at(-1)?.detail).toContain('version 2');
  const both = await checklist({ awardTools: () => ({ tools: [changed, AWARD], absence: null }) });
  expect(both.items.at(-1)?.detail).toMatch(/^(?!.*version 2).*\w/);
});

test('a refresh asks the service for everything, and what fails is seen in what is known after', async () => {
  expect((await checklist({}, true)).ready).toBe(true);
  expect(requested).toEqual(['freshness', 'key', 'awardTools']);
  await checklist({ keyStatus: () => ({ ...KEY, state: 'none', scopes: null }) }, true);
  expect(requested).toEqual(['freshness', 'awardTools']);
});

test('says where the status of a Call cannot be read, which buying does not need', async () => {
  const { ready, items } = await checklist({ available: lacking('callStatus') });
  expect(ready).toBe(true);
  expect(items.find(({ id }) => id === 'tool')).toMatchObject({
    state: 'met',
    detail: expect.stringContaining('Its answer declares no reference.'),
  });
});

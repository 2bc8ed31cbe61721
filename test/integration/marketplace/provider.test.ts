import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { marketplaceHandlers } from '../../../electron/marketplace/handlers.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { json, startLocalServer } from './local-server.ts';
import { type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';

let demo: ControlledMarketplace;
let opened: OpenedMarketplace | undefined;

beforeAll(async () => {
  demo = await startControlledMarketplace();
});
afterAll(() => demo.close());
afterEach(async () => {
  opened?.close();
  await demo.control.reset();
});

function handlers() {
  opened = openMarketplace(demo.baseUrl, { key: demo.issueKey() });
  const { marketplace } = opened;
  return marketplaceHandlers({
    marketplace: () => marketplace,
    mayReach: async () => true,
    confirm: async () => true,
    opened: () => {},
  });
}

const INPUT = {
  origin_airport: 'LHR,LGW',
  destination_airport: 'JFK',
  cabin: 'business',
  include_trips: true,
  take: 50,
};

async function ask(address: string, input: Record<string, unknown> = INPUT) {
  return requests.marketplace.askProvider.output.parse(await handlers().askProvider({ address, input }));
}

const OFFER = { scheme: 'exact', units: '22000', assetName: 'USD Coin', validForSeconds: 300 };

test('the provider’s demand is read in both its forms: network, asset, amount, validity, resource', async () => {
  const answer = await ask(demo.providerUrl);
  const offers = [
    { ...OFFER, x402Version: 2, form: 'header', network: 'eip155:84532' },
    { ...OFFER, x402Version: 1, form: 'body', network: 'base-sepolia' },
  ];
  expect(answer).toMatchObject({ status: 402, offers, words: expect.stringContaining('Nothing was paid') });
  for (const offer of answer.offers) expect(offer.resource).toContain('/api/awards/search');
  expect(answer.requested).toContain('origin_airport=LHR%2CLGW');
  expect(opened?.rows.some(({ role, status }) => role === 'provider' && status === 402)).toBe(true);
});

test('a request that does not fit §2.1 is not sent', async () => {
  await expect(ask(demo.providerUrl, { origin_airport: 'L' })).rejects.toMatchObject({
    failure: { code: 'invalid_request', fields: { origin_airport: expect.any(String) } },
  });
  expect(opened?.rows.some(({ role }) => role === 'provider')).toBe(false);
});

test('the key never goes to the provider, and unreadable terms are reported', async () => {
  const server = await startLocalServer((_, response) =>
    json(response, 402, { pay: 'me' }, { 'payment-required': '%%%' }),
  );
  try {
    const answer = await ask(server.url);
    expect(answer).toMatchObject({
      offers: [],
      words: expect.stringContaining('cannot be read'),
      raw: { body: { pay: 'me' } },
    });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  } finally {
    await server.close();
  }
});

test('a provider that demands nothing, and one that is unreachable, are reported', async () => {
  let body: unknown = { count: 0, cursor: 0, hasMore: false, data: [] };
  const server = await startLocalServer((_, response) => json(response, 200, body));
  expect(await ask(server.url)).toMatchObject({
    status: 200,
    offers: [],
    words: expect.stringMatching(/^The provider answered/u),
  });
  body = { status: 'ok' };
  expect((await ask(server.url)).words).toContain('something between');
  await server.close();
  await expect(ask(server.url)).rejects.toMatchObject({ failure: { code: 'offline' } });
  await expect(ask('not an address')).rejects.toMatchObject({ failure: { code: 'not_an_address' } });
});

test('the sandbox reference: rejected by a public deployment, answered in development, not requested where it is not declared', async () => {
  const sandbox = async () =>
    requests.marketplace.askSandbox.output.parse(await handlers().askSandbox(undefined));
  const first = handlers();
  await first.refresh(undefined);
  expect(requests.marketplace.askSandbox.output.parse(await first.askSandbox(undefined))).toMatchObject({
    outcome: 'public_deployment',
  });
  opened?.close();
  await demo.control.inject({ on: 'openapi', kind: 'status', status: 404, times: 'always' });
  expect(await sandbox()).toMatchObject({ outcome: 'unclear', status: null });
  opened?.close();
  await demo.control.clearFaults();
  const body = '{"result":"reference:"}';
  await demo.control.inject({ on: 'platform.sandboxReference', kind: 'status', status: 200, body });
  const open = handlers();
  await open.refresh(undefined);
  expect(await open.askSandbox(undefined)).toMatchObject({ outcome: 'development', status: 200 });
});

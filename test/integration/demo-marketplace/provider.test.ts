import { describe, expect, it } from 'vitest';

import { ask, startMarket } from './ask.ts';

const GOOD = 'origin_airport=JFK&destination_airport=LHR';
const search = (base: string, query: string, headers: Record<string, string> = {}) =>
  ask(base, `/api/awards/search?${query}`, { headers });

type Offer = { accepts: Record<string, unknown>[]; x402Version: number; resource?: { url: string } };
const decode = (header: string | null): Offer =>
  JSON.parse(Buffer.from(header ?? '', 'base64').toString()) as Offer;

describe('the provider of the award search', () => {
  it('demands payment in both forms, with network, asset, amount, validity and resource', async () => {
    const market = await startMarket();
    const answer = await search(market.providerUrl, `${GOOD}&take=10`);
    const resource = `${market.providerUrl}/api/awards/search`;
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({
      x402Version: 1,
      accepts: [
        {
          scheme: 'exact',
          network: 'base-sepolia',
          maxAmountRequired: '22000',
          maxTimeoutSeconds: 300,
          resource,
        },
      ],
    });
    const header = decode(answer.headers.get('payment-required'));
    expect(header).toMatchObject({
      x402Version: 2,
      resource: { url: resource },
      accepts: [{ scheme: 'exact', network: 'eip155:84532', amount: '22000', maxTimeoutSeconds: 300 }],
    });
    expect(header.accepts[0]?.asset).toBe((answer.body as unknown as Offer).accepts[0]?.asset);
  });

  it('accepts no payment here', async () => {
    const market = await startMarket();
    const answer = await search(market.providerUrl, GOOD, { 'X-PAYMENT': 'e30=' });
    expect([answer.status, answer.body.error]).toEqual([402, 'The payment could not be verified']);
  });

  it.each([
    ['destination_airport', 'origin_airport=JFK'],
    ['origin_airport', 'destination_airport=LHR'],
    ['origin_airport', `${GOOD}&origin_airport=EWR`],
  ])('refuses, before payment, a request whose %s violates the contract: %s', async (field, query) => {
    const market = await startMarket();
    const answer = await search(market.providerUrl, query);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect((answer.body['invalid-params'] as { name: string }[]).map(({ name }) => name)).toContain(field);
  });
});

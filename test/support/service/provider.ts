import { type Answered, coreOf, type Received, type ServiceOptions } from './core.ts';

/** What a provider demands before it answers (§1.7), in the two versions of x402 and in neither. */
const OFFER = {
  scheme: 'exact',
  network: 'eip155:84532',
  payTo: '0x0',
  asset: '0x1',
  maxTimeoutSeconds: 300,
};
const V1 = { x402Version: 1, accepts: [{ ...OFFER, maxAmountRequired: '22000' }] };
const V2 = { x402Version: 2, accepts: [{ ...OFFER, amount: '22000' }] };
const inHeader = { 'payment-required': Buffer.from(JSON.stringify(V2)).toString('base64') };

/**
 * The award search's own address: requested without paying, it demands payment in any form, or answers anything else.
 */
export function createProvider(options: ServiceOptions): {
  answer: (request: Received) => Answered;
  recover: () => void;
} {
  const core = coreOf(options);
  const { answered, draws, odds } = core;
  const demand = (): Answered => {
    const [body, headers] = draws.choose<Record<string, [unknown, Record<string, string>]>>(
      'demand of the provider',
      odds('connections'),
      {
        'in the body': [V1, {}],
        'in the header': [{}, inHeader],
        'in both': [V1, inHeader],
        'that cannot be read': [{ pay: 'me' }, { 'payment-required': '%%%' }],
        'of nothing': ['', {}],
      },
    ) as [unknown, Record<string, string>];
    return answered(402, body, { plain: true, headers });
  };
  const answer = ({ key, path }: Received): Answered => {
    if (key !== null) throw new Error('The key went to the provider.');
    if (path !== '/api/awards/search') return core.problem(404, 'not_found');
    return core.drawTrouble('the provider', 'connections') ?? demand();
  };
  return { answer, recover: core.recover };
}

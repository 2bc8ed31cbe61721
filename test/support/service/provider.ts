import { coreOf, type Said, type ServiceOptions } from './core.ts';
import type { Answered, Service } from './declared.ts';
import type { HttpRequest } from './words.ts';

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
export function createProvider(
  options: ServiceOptions,
): Pick<Service, 'answer' | 'read' | 'books' | 'recover'> {
  const core = coreOf(options);
  const { said, draws, odds } = core;
  const demand = (): Said => {
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
    return said(402, body, { headers });
  };
  const isSearch = ({ url }: HttpRequest): boolean => url.pathname === '/api/awards/search';
  const answer = (request: HttpRequest): Answered => {
    if (request.headers.has('authorization')) throw new Error('The key went to the provider.');
    const { body, ...said } = isSearch(request)
      ? (core.drawTrouble('the provider', 'connections') ?? demand())
      : core.problem(404, 'not_found');
    return { ...said, text: typeof body === 'string' ? body : JSON.stringify(body) };
  };
  return {
    books: options.books,
    answer,
    read: (request) => ({ role: isSearch(request) ? 'provider' : 'other', members: {} }),
    recover: core.recover,
  };
}

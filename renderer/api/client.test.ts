import { describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { clientOver } from './client.ts';

const over = (call: (group: string, name: string, input: unknown) => Promise<unknown>) =>
  clientOver({ call, listen: () => () => {} });

describe('the contract as functions', () => {
  it('passes the group, the request and its input to the host', async () => {
    const sent: unknown[] = [];
    const api = over(async (...request) => {
      sent.push(request);
      return { ok: true, value: [] };
    });
    expect(await api.places.suggestAirports({ text: 'fra', limit: 5 })).toEqual([]);
    await api.about.read();
    expect(sent).toEqual([
      ['places', 'suggestAirports', { text: 'fra', limit: 5 }],
      ['about', 'read', undefined],
    ]);
  });

  it('throws a mapped error unchanged', async () => {
    const failure = { code: 'rate_limited', message: 'Wait.', retryAfterMs: 5_000, requestId: 'req_1' };
    const api = over(async () => ({ ok: false, failure }));
    const error = await api.about.read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ContractFailure);
    expect((error as ContractFailure).failure).toEqual(failure);
  });

  it('reports that Milepost itself does not answer', async () => {
    const api = over(async () => {
      throw new TypeError('Failed to fetch');
    });
    const error = await api.about.read().catch((thrown: unknown) => thrown);
    expect((error as ContractFailure).failure).toMatchObject({ code: 'unreachable' });
    expect((error as ContractFailure).message).not.toContain('fetch');
  });

  it('is not a promise, so that asynchronous functions can return it', async () => {
    const api = over(async () => ({ ok: true, value: null }));
    expect((await Promise.resolve(api)) === api).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { takeSecret } from './launch-secret.ts';

/** A tab: its address, its history and what it keeps for itself. */
function tab(address: string, stored = new Map<string, string>()) {
  const url = new URL(address);
  const page = {
    location: url,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, to: string) => {
        page.address = to;
      },
    },
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    },
    address: address.slice(url.origin.length),
    stored,
  };
  return page;
}
/** A host that lets a token in once. */
function host() {
  const used = new Set<string>();
  return (token: string) => {
    const secret = used.has(token) ? null : `secret of ${token}`;
    used.add(token);
    return Promise.resolve(secret);
  };
}
const take = (page: ReturnType<typeof tab>, exchange = host()) =>
  takeSecret(page as unknown as Window, exchange);

describe('the secret of a launch', () => {
  it('is exchanged for the token in the fragment, which is removed from the address at once', async () => {
    const page = tab('http://127.0.0.1:8123/results?scope=1#token');
    const taken = take(page);
    expect(page.address).toBe('/results?scope=1');
    expect(await taken).toBe('secret of token');
    expect([...page.stored.values()]).toEqual(['secret of token']);
  });

  it('is still known after a reload, in another tab, and when the same address is opened again', async () => {
    const exchange = host();
    const first = tab('http://127.0.0.1:8123/#token');
    await take(first, exchange);
    for (const address of ['http://127.0.0.1:8123/compare', 'http://127.0.0.1:8123/#token'])
      expect(await take(tab(address, first.stored), exchange)).toBe('secret of token');
  });

  it('is replaced when a new launch opens the tab', async () => {
    const first = tab('http://127.0.0.1:8123/#old');
    await take(first);
    expect(await take(tab('http://127.0.0.1:8123/#new', first.stored))).toBe('secret of new');
    expect(await take(tab('http://127.0.0.1:8123/', first.stored))).toBe('secret of new');
  });

  it('is missing where the page was opened without a token, or in another browser with a used one', async () => {
    expect(await take(tab('http://127.0.0.1:8123/'))).toBeNull();
    const exchange = host();
    await take(tab('http://127.0.0.1:8123/#token'), exchange);
    expect(await take(tab('http://127.0.0.1:8123/#token'), exchange)).toBeNull();
  });
});

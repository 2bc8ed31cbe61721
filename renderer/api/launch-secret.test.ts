import { describe, expect, it } from 'vitest';
import { takeSecret } from './launch-secret.ts';

/** A tab: its address, its history and what it keeps for itself. */
function tab(address: string, kept = new Map<string, string>()) {
  const url = new URL(address);
  const page = {
    location: url,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, to: string) => {
        page.address = to;
      },
    },
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    },
    address: address.slice(url.origin.length),
    kept,
  };
  return page;
}
const take = (page: ReturnType<typeof tab>) => takeSecret(page as unknown as Window);

describe('the secret of a launch', () => {
  it('is taken from the fragment, and leaves the address at once', () => {
    const page = tab('http://127.0.0.1:8123/results?scope=1#s3cret');
    expect(take(page)).toBe('s3cret');
    expect(page.address).toBe('/results?scope=1');
  });

  it('is still known after a reload of the tab', () => {
    const first = tab('http://127.0.0.1:8123/#s3cret');
    take(first);
    expect(take(tab('http://127.0.0.1:8123/compare', first.kept))).toBe('s3cret');
  });

  it('is the new one where the tab is opened by a new launch', () => {
    const first = tab('http://127.0.0.1:8123/#old');
    take(first);
    const second = tab('http://127.0.0.1:8123/#new', first.kept);
    expect(take(second)).toBe('new');
    expect(take(tab('http://127.0.0.1:8123/', first.kept))).toBe('new');
  });

  it('is not there where the page was opened without it', () => {
    expect(take(tab('http://127.0.0.1:8123/'))).toBeNull();
  });
});

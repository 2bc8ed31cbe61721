import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { makeStale } from './stale-answers.ts';

/** A host whose answers are given when the test says so. */
function host() {
  const pending: ((answer: string) => void)[] = [];
  return {
    pending,
    read: () =>
      new Promise<string>((resolve) => {
        pending.push(resolve);
      }),
  };
}

const watched = (client: QueryClient, queryKey: readonly string[], queryFn: () => Promise<string>) => {
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const shown: (string | undefined)[] = [];
  observer.subscribe(({ data }) => shown.push(data));
  return { observer, shown };
};

it('discards an answer from before a change, if the first read is still in progress', async () => {
  const client = new QueryClient();
  const { pending, read } = host();
  const { observer, shown } = watched(client, ['catalogue', 'award-tools'], read);
  expect(pending).toHaveLength(1);

  makeStale(client, ['status', 'catalogue']);
  for (const answer of pending.slice(1)) answer('one Tool');
  pending[0]?.('no Tools yet');

  await expect.poll(() => observer.getCurrentResult().data).toBe('one Tool');
  expect(shown).not.toContain('no Tools yet');
  client.clear();
});

it('passes the answer of the replacing read to the caller of the first one', async () => {
  const client = new QueryClient();
  const { pending, read } = host();
  const waiting = client.fetchQuery({ queryKey: ['results', 'preview'], queryFn: read });
  makeStale(client, ['results']);
  pending[0]?.('before');
  pending[1]?.('after');
  expect(await waiting).toBe('after');
  client.clear();
});

it('reads again what is shown and leaves other topics unchanged', async () => {
  const client = new QueryClient();
  const results = host();
  const places = host();
  const { observer } = watched(client, ['results', 'scope'], results.read);
  const other = watched(client, ['places', 'LHR'], places.read);
  results.pending[0]?.('first');
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  makeStale(client, ['results']);
  results.pending[1]?.('second');
  await expect.poll(() => observer.getCurrentResult().data).toBe('second');
  expect(places.pending).toHaveLength(1);
  places.pending[0]?.('Heathrow');
  await expect.poll(() => other.observer.getCurrentResult().data).toBe('Heathrow');
  client.clear();
});

it('reports that the replacing read has failed, and breaks nothing', async () => {
  const client = new QueryClient();
  let count = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['purchases', 'list'],
    retry: false,
    queryFn: () => {
      count += 1;
      return count === 1 ? new Promise<string>(() => undefined) : Promise.reject(new Error('no answer'));
    },
  });
  observer.subscribe(() => undefined);
  makeStale(client, ['purchases']);
  await expect.poll(() => observer.getCurrentResult().error?.message).toBe('no answer');
  client.clear();
});

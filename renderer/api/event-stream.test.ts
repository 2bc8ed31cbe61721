import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventStream } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stream = (text: string) =>
  new Response(new Blob([text]).stream(), { headers: { 'content-type': 'text/event-stream' } });

/** A page whose host answers in this order, and then not at all. */
function opened(...answers: (() => Promise<Response> | Response)[]) {
  const requests: (string | null)[] = [];
  const received: unknown[] = [];
  const page = eventStream({
    headers: {},
    receive: (name, payload) => received.push([name, payload]),
    fetch: async (_url, init) => {
      requests.push(new Headers(init?.headers).get('last-event-id'));
      const answer = answers[requests.length - 1];
      if (answer === undefined) throw new TypeError('failed to fetch');
      return answer();
    },
  });
  return { page, requests, received };
}

const ENDED = ['changed', { topics: ['status'] }];

it.each([401, 403])(
  'a page that is refused with %d reads its status anew, and asks no more',
  async (status) => {
    const { page, requests, received } = opened(() => new Response(null, { status }));
    await page.begun;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(received).toEqual([ENDED]);
    expect(requests).toEqual([null]);
  },
);

it('a page whose host ended says so once, and goes on with everything once there is a host again', async () => {
  const closed = () => Promise.reject(new TypeError('failed to fetch'));
  const { page, requests, received } = opened(
    () => stream('id: 7\nevent: first\ndata: 1\n\n'),
    closed,
    closed,
    () => stream('id: 8\nevent: again\ndata: 2\n\n'),
  );
  await page.begun;
  await vi.advanceTimersByTimeAsync(10_000);
  page.stop();
  expect(received.slice(0, 3)).toEqual([['first', 1], ENDED, ['again', 2]]);
  // What a host that is new does not know makes it say that everything may have changed.
  expect(requests.slice(0, 4)).toEqual([null, '7', 'none', 'none']);
});

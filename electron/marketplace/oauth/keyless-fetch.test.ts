import { expect, it } from 'vitest';
import type { RecordActivity } from '../http/transport-deps.ts';
import { createOriginBudgets } from '../waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../waits/timing.ts';
import { keylessFetch } from './keyless-fetch.ts';

const KEY = 'aek_live_4fQ9zKd72mNx0aB31pWq';
const ORIGIN = 'https://market.example';

/** What is recorded of a request whose answer hands over a key, with these headers. */
async function recordedWith(headersFor: (requestId: string) => Record<string, string>) {
  const rows: Parameters<RecordActivity>[0][] = [];
  const budgets = createOriginBudgets(SYSTEM_TIMING);
  const fetchAt = keylessFetch({
    fetch: async (_url, init) =>
      Response.json(
        { access_token: KEY },
        { headers: headersFor(new Headers(init?.headers).get('x-ae-request-id') ?? '') },
      ),
    clock: Date.now,
    record: (row) => rows.push(row),
    budgets,
  });
  const answer = await fetchAt(ORIGIN)(`${ORIGIN}/token`, { method: 'POST' });
  expect(await answer.json()).toEqual({ access_token: KEY });
  budgets.close();
  return rows;
}

it('a key that the service hands over is not recorded with the head of its answer', async () => {
  const rows = await recordedWith(() => ({ 'x-ae-request-id': KEY, ratelimit: `"${KEY}";r=3;t=30` }));
  expect(rows).toMatchObject([{ status: 200, requestId: null, notices: [] }]);
  expect(JSON.stringify(rows)).not.toContain(KEY);
});

it('the id that the request was sent under is recorded as the service repeats it', async () => {
  const [row] = await recordedWith((requestId) => ({ 'x-ae-request-id': requestId }));
  expect(row?.requestId).toBe(row?.requestIdSent);
});

/** From a bought page that matches a user's rule to a system notification and its click. */
import { expect, it } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { startControlledMarketplace } from '../../support/marketplace/controlled-marketplace.ts';
import { click, invoke, open, quitAfterEach, sent } from './opened-program.ts';

quitAfterEach();

const SEARCH = {
  origin_airport: 'JFK,EWR',
  destination_airport: 'LHR,CDG',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-31',
};

type Program = Awaited<ReturnType<typeof open>>;

/** Resolves when `holds` does, checked again at every event that the page receives. */
async function until(program: Program, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = program.connection.listen(() => resolve());
    try {
      if (await holds()) return;
      await promise;
    } finally {
      stop();
    }
  }
}

async function buy(program: Program, take: number): Promise<void> {
  const { tools } = requests.awards.tools.output.parse(
    await invoke(program, 'awards', 'tools', { refresh: true }),
  );
  const { purchaseId, quote } = requests.purchases.quote.output.parse(
    await invoke(program, 'purchases', 'quote', {
      toolRef: tools[0]?.tool.toolRef,
      input: { ...SEARCH, take },
    }),
  );
  if (quote === null) throw new Error('no quote');
  const { quoteRef, toolVersion, inputDigest, price } = quote;
  click(program);
  await invoke(program, 'purchases', 'approve', {
    purchaseId,
    shown: { quoteRef, toolVersion, inputDigest, price },
  });
  await until(program, async () => {
    const shown = await invoke(program, 'purchases', 'show', { purchaseId });
    return requests.purchases.show.output.parse(shown).state === 'completed';
  });
}

it('is shown by the system once, and its click opens the results of the search', async () => {
  const program = await open();
  await buy(program, 10);
  const [search] = requests.watchlist.list.output.parse(await invoke(program, 'watchlist', 'list'));
  const searchId = search?.searchId ?? 0;
  const rule = { milesBelow: 100_000_000, seatsMin: null, direct: false, cheapestPercent: null };
  await invoke(program, 'watchlist', 'setRule', { searchId, rule });
  expect(program.wanted('notification')).toEqual([]);

  // The same search with longer pages: what the first page of the previous refresh did not have is new.
  await buy(program, 100);
  await until(program, () => program.wanted('notification').length > 0);
  const [notification] = program.wanted('notification');
  expect(notification?.title).toMatch(/^Award space/u);
  expect(notification?.body).toMatch(/^.+, (?:\d+ )?business seats: .+ Mar.*, [\d,]+ .+\n/u);
  expect(requests.watchlist.digest.output.parse(await invoke(program, 'watchlist', 'digest'))).toMatchObject({
    notifications: 'system',
    entries: [{ searchId }],
  });

  const focused = program.wanted('focus').length;
  program.receive({ kind: 'notification-click', id: notification?.id ?? 0 });
  expect(program.wanted('focus')).toHaveLength(focused + 1);
  const scope = encodeURIComponent(JSON.stringify({ kind: 'search', searchId }));
  expect(sent(program).at(-1)?.slice(1)).toEqual(['navigate', { to: `/results?scope=${scope}` }]);

  await buy(program, 100);
  expect(program.wanted('notification')).toHaveLength(1);
});

it('of a charge that is not what was approved is shown by the system, and its click opens the purchase', async () => {
  const market = await startControlledMarketplace();
  try {
    await market.control.behave({
      callPlan: { outcome: 'completed', charged: { currency: 'USD', units: '9000000', exponent: 6 } },
    });
    const program = await open(['--marketplace', market.baseUrl]);
    program.receive({ kind: 'clipboard', text: market.issueKey() });
    program.user.button = 1;
    await invoke(program, 'key', 'storeFromClipboard');
    await buy(program, 10);
    await until(program, () => program.wanted('notification').length > 0);
    const [notification, ...others] = program.wanted('notification');
    expect(others).toEqual([]);
    expect(notification?.title).toBe('A charge is not what you approved');
    expect(notification?.body).toContain('USD 9.000000 was charged where you approved USD 0.022000.');
    program.receive({ kind: 'notification-click', id: notification?.id ?? 0 });
    const [{ purchaseId = '' } = {}] = requests.purchases.list.output.parse(
      await invoke(program, 'purchases', 'list', {}),
    ).items;
    expect(sent(program).at(-1)?.slice(1)).toEqual([
      'navigate',
      { to: `/purchases?purchase=${encodeURIComponent(purchaseId)}` },
    ]);
  } finally {
    await market.close();
  }
});

import { expect, type Locator, type Page } from '@playwright/test';
import { shortDay } from '#shared/formats.ts';
import { go } from './steps.ts';

/*
 * User actions through the page's own connection, so that many purchases take only a few seconds. Their outcome is
 * always checked on the screen.
 */

/**
 * Sends one request of the contract to the main process, as the page itself does. Throws with a mapped failure's
 * message.
 */
export async function ask<Value>(page: Page, group: string, name: string, input?: unknown): Promise<Value> {
  // A page that has just opened first exchanges its address for the secret.
  await page.waitForFunction(
    () => 'milepost' in window || localStorage.getItem('milepost-launch-secret') !== null,
  );
  const crossing = await page.evaluate(
    async (request) => {
      const bridge = (window as { milepost?: { call(...args: unknown[]): Promise<unknown> } }).milepost;
      if (bridge) return bridge.call(request.group, request.name, request.input);
      const post = (path: string, body: object) =>
        fetch(path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-milepost-secret': localStorage.getItem('milepost-launch-secret') ?? '',
          },
          body: JSON.stringify(body),
        });
      let response = await post(`/api/${request.group}/${request.name}`, { input: request.input });
      while (response.status === 202) {
        const { later } = (await response.json()) as { later: string };
        response = await post(`/api/-/later/${later}`, {});
      }
      return response.json();
    },
    { group, name, input },
  );
  const result = crossing as { ok: true; value: Value } | { ok: false; failure: { message: string } };
  if (!result.ok) throw new Error(`${group}.${name}: ${result.failure.message}`);
  return result.value;
}

type Quoted = {
  purchaseId: string;
  state: string;
  quote: { quoteRef: string; toolVersion: string; inputDigest: string; price: unknown } | null;
};

/** A separate request for each day of May 2027: an open purchase blocks only the same request. */
export const requestOf = (day: number) => ({
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: `2027-05-${String(day).padStart(2, '0')}`,
  end_date: '2027-06-30',
});

/** Quotes and approves the request of a day. Resolves to the purchase's id once the service has answered the order. */
export const buy = (page: Page, day: number): Promise<string> => buyRequest(page, requestOf(day));

/** Requests the quote of an award search request. */
export async function quoteRequest(page: Page, input: Record<string, unknown>): Promise<Quoted> {
  const offered = (refresh: boolean) =>
    ask<{ tools: { tool: { toolRef: string } }[] }>(page, 'awards', 'tools', { refresh });
  // Right after a start the catalogue may not have been read yet.
  const known = await offered(false);
  const { tools } = known.tools.length > 0 ? known : await offered(true);
  return ask<Quoted>(page, 'purchases', 'quote', { toolRef: tools[0]?.tool.toolRef ?? '', input });
}

/** Quotes and approves an award search request. Resolves to the purchase's id once the order has been answered. */
export async function buyRequest(page: Page, input: Record<string, unknown>): Promise<string> {
  const { purchaseId, quote } = await quoteRequest(page, input);
  if (quote === null) throw new Error('No quote came for what was to be bought.');
  const { quoteRef, toolVersion, inputDigest, price } = quote;
  // Electron accepts an approval only after a user gesture.
  await page.keyboard.press('Shift');
  await ask(page, 'purchases', 'approve', {
    purchaseId,
    shown: { quoteRef, toolVersion, inputDigest, price },
  });
  await expect
    .poll(async () => (await ask<Quoted>(page, 'purchases', 'show', { purchaseId })).state)
    .not.toBe('submitted');
  return purchaseId;
}

export const purchases = (page: Page): Locator => page.getByRole('table', { name: 'Purchases' });

/** The row of a day's purchase, the newest where there are several. */
export const rowOf = (page: Page, day: number): Locator =>
  purchases(page)
    .getByRole('row')
    .filter({ hasText: `· ${shortDay(requestOf(day).start_date)} to` })
    .first();

/** Opens the drawer of a day's purchase from the table. */
export async function openPurchase(page: Page, day: number): Promise<Locator> {
  if (!(await purchases(page).isVisible())) await go(page, 'Purchases');
  await rowOf(page, day).getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'History' })).toBeVisible();
  return drawer;
}

export async function closeDrawer(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

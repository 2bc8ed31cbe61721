import { expect, test } from './milepost.ts';

test('a link opens in a tab or window of its own by Ctrl-click, and a reload and an address typed there work too', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page, outside } = milepost;
  const opening = outside === null ? page.context().waitForEvent('page') : null;
  await page.getByRole('link', { name: 'Settings', exact: true }).click({ modifiers: ['ControlOrMeta'] });
  if (outside !== null) await expect.poll(async () => (await outside.windows()).length).toBe(2);
  const tab = await (opening ?? outside?.windows().then((windows) => windows.at(-1)));
  if (tab === undefined) throw new Error('nothing was opened');
  await expect(tab.getByLabel('Marketplace address')).toBeVisible();
  await expect(page).toHaveURL(/\/search|\/$/u);
  await tab.reload();
  await expect(tab.getByLabel('Marketplace address')).toBeVisible();
  // A window of the program has no address bar.
  if (outside !== null) return;
  const typed = await page.context().newPage();
  await typed.goto(new URL('/settings', page.url()).href);
  await expect(typed.getByLabel('Marketplace address')).toBeVisible();
});

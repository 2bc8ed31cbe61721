import { expect, test } from './milepost.ts';

test('a link opens in a new tab by Ctrl-click, and a reload and an address typed there work too', async ({
  milepost,
}, testInfo) => {
  test.skip(testInfo.project.metadata.host === 'electron', 'Electron has windows of its own, and no tabs');
  const { page } = milepost;
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Settings', exact: true }).click({ modifiers: ['ControlOrMeta'] });
  const tab = await opening;
  await expect(tab.getByLabel('Marketplace address')).toBeVisible();
  await expect(page).toHaveURL(/\/search|\/$/u);
  await tab.reload();
  await expect(tab.getByLabel('Marketplace address')).toBeVisible();
  const typed = await page.context().newPage();
  await typed.goto(new URL('/settings', page.url()).href);
  await expect(typed.getByLabel('Marketplace address')).toBeVisible();
});

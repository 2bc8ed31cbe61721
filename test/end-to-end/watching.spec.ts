import { expect, test } from './milepost.ts';
import { expectSoundAtBothSizes } from './soundness.ts';
import { go } from './steps.ts';

test('Settings says what Milepost does while closed and where it tells of space, and a pause survives a restart', async ({
  milepost,
}) => {
  let { page } = milepost;
  const open = async () => {
    await go(page, 'Settings');
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Watching while closed', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Watching while closed']);
  };
  const isOff = (name: string) =>
    page.getByRole('table', { name: 'Channels' }).getByRole('row', { name: new RegExp(`^${name} Off`, 'u') });
  await open();
  for (const name of ['E-mail', 'ntfy', 'Webhook']) await expect(isOff(name)).toBeVisible();
  await page.getByText('What is sent', { exact: true }).click();
  await expect(page.getByText(/Never keys, balances or notes/u)).toBeVisible();
  await expectSoundAtBothSizes(page, 'settings-watching-while-closed');

  await page.getByRole('button', { name: 'Pause watching for today' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Watching is paused for today.');
  await milepost.restart();
  page = milepost.page;
  await open();
  await page.getByRole('button', { name: 'Go on watching' }).click();
  await expect(page.getByRole('button', { name: 'Pause watching for today' })).toBeVisible();

  // Setting one up needs the clipboard, or a terminal where the page is a browser's; nothing is on without a test.
  await page.getByRole('button', { name: 'Set up: Webhook' }).click();
  await expect(page.getByRole('dialog', { name: /Webhook/u })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(isOff('Webhook')).toBeVisible();
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startMailServer } from '../support/receivers.ts';
import { expect, test } from './milepost.ts';
import { expectSoundAtBothSizes } from './soundness.ts';
import { go } from './steps.ts';

test('Settings says what Milepost does while closed, keeps a pause, and tests and removes a channel from the terminal', async ({
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

  // Setting one up needs the clipboard, or a terminal where the page is a browser's; nothing is on without a test.
  for (const name of ['E-mail', 'ntfy', 'Webhook']) {
    await page.getByRole('button', { name: `Set up: ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Set up: ${name}` });
    await expect(dialog).toContainText(/in a terminal|outside this window/u);
    if (name === 'E-mail') await expectSoundAtBothSizes(page, 'settings-channel');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(isOff(name)).toBeVisible();
  }

  const mail = await startMailServer({ user: '', password: '' });
  await page.getByRole('button', { name: 'Pause watching for today' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Watching is paused for today.');
  await milepost.close();
  const { stderr } = await promisify(execFile)(process.execPath, [
    ...['out/main/channel.js', 'email', '--host', '127.0.0.1', '--port', String(mail.port), '--yes'],
    ...['--from', 'me@home.test', '--to', 'you@home.test', '--data-dir', milepost.dataDir],
  ]);
  // A message is seen before the first is sent.
  expect(stderr).toMatch(/For example: Tokyo, 2 business seats: .*58,000 Virgin Points/u);
  expect(mail.mails).toHaveLength(1);
  await milepost.restart();
  page = milepost.page;
  await open();
  await page.getByRole('button', { name: 'Go on watching' }).click();
  await expect(page.getByRole('button', { name: 'Pause watching for today' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Channels' }).getByRole('row', { name: /^E-mail/u });
  await expect(row).toContainText('you@home.test');
  await row.getByRole('button', { name: 'Send a test: E-mail' }).click();
  await expect(row).toContainText('2 messages today');
  await expect(row).toContainText('On');
  expect(mail.mails.map(({ to }) => to)).toEqual([['you@home.test'], ['you@home.test']]);
  mail.answers('refuses');
  await row.getByRole('button', { name: 'Send a test: E-mail' }).click();
  await expect(page.getByText('The test did not arrive')).toBeVisible();
  await expectSoundAtBothSizes(page, 'settings-channel-trouble');
  await row.getByRole('button', { name: 'Remove: E-mail' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('E-mail is off.');
  await expect(row.getByRole('button', { name: 'Send a test: E-mail' })).toHaveCount(0);
  await mail.close();
});

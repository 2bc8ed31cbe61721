import { join } from 'node:path';
import { expect, test } from './milepost.ts';
import { awardResults, go, quoteSheet } from './steps.ts';

test('a newcomer gets a first result on the demo after three clicks, and the way to a real marketplace', async ({
  folder,
  openAnother,
}) => {
  const { page } = await openAnother({
    dataDir: join(folder, 'data'),
    marketplace: 'demo',
    key: null,
    onOutput: () => {},
  });
  await expect(page.getByRole('heading', { name: 'Find flights to book with miles' })).toBeVisible();
  const steps = page.getByRole('region', { name: 'Use a real marketplace' });
  await expect(steps.getByRole('img', { name: 'To do' })).toHaveCount(3);

  const examples = page.getByRole('list', { name: 'Searches to try' }).getByRole('button');
  await expect(examples).toHaveCount(3);
  // Each name on one line, in the space that a scroll bar leaves of 1280.
  await page.setViewportSize({ width: 1264, height: 800 });
  const heights = await examples
    .locator('strong')
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);

  const getQuote = page.getByRole('button', { name: 'Get quote' });
  await expect(getQuote).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(getQuote).toBeInViewport({ ratio: 1 });

  await examples.first().click();
  await expect(page.getByRole('button', { name: 'Remove LHR' })).toBeVisible();
  await expect(getQuote).toBeFocused();
  await expect(getQuote).toBeEnabled();
  await page.keyboard.press('Enter');
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(awardResults(page).getByRole('row').nth(1)).toBeVisible();

  await go(page, 'Search');
  await expect(page.getByRole('heading', { name: 'Find flights to book with miles' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Recent searches' })).toBeVisible();
  await steps.getByRole('link', { name: 'Address' }).click();
  await expect(page.getByLabel('Marketplace address')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/marketplace$/);
});

test.describe('at a real marketplace without a key', () => {
  test.use({ withKey: false });

  test('the steps are ticked off automatically, and the next one leads to the key', { tag: '@long' }, async ({
    milepost,
  }) => {
    const { page } = milepost;
    const steps = page.getByRole('region', { name: 'Finish the setup' });
    await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(2);
    await expect(page.getByText('No key is stored for this marketplace.')).toBeVisible();
    await page.getByRole('link', { name: 'Store a key' }).click();
    const key = page.getByRole('listitem').filter({ hasText: 'Access key stored' });
    await expect(key.getByRole('img', { name: 'Missing' })).toBeVisible();
    await expect(key).toContainText('No access key for this marketplace is stored.');
    await page.goBack();
    await steps.getByRole('link', { name: 'Key' }).click();
    await expect(page.getByRole('heading', { name: 'Access key' })).toBeFocused();
    // For a page in the browser the terminal is the only way to store a key (§5.4): the full command is shown, for one
    // run where there is no keychain.
    if (milepost.outside === null) {
      const command = page.locator('code').filter({ hasText: '--marketplace' });
      await expect(command).toContainText(
        /^npm --prefix \S+ run (?:key -- set|host -- --key-stdin) --marketplace http\S+ --data-dir \S+$/,
      );
      await expect(page.getByRole('button', { name: /^Copy command: / }).first()).toBeVisible();
    }
  });
});

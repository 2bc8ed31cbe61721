import { expect, test } from './milepost.ts';
import { buy } from './purchase-steps.ts';
import { expectSoundInBoth, setColourScheme } from './soundness.ts';
import { go, tabTo } from './steps.ts';

test('each section of Settings has an address of its own, and the rail keeps it', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page } = milepost;
  await go(page, 'Settings');
  const list = page.getByRole('navigation', { name: 'Settings' });
  for (const name of ['General', 'Marketplace and key', 'Spending', 'Backup', 'Advanced', 'About']) {
    await list.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([name]);
    await expectSoundInBoth(page, `settings-${name.toLowerCase().replaceAll(' ', '-')}`);
    // The chosen one is highlighted and needs no second line.
    const heights = await list
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
  }
  // In a small window they are above the section, in two lines at the most.
  await page.setViewportSize({ width: 900, height: 700 });
  const tops = await list
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBeLessThanOrEqual(2);
  await list.getByRole('link', { name: 'Spending' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByLabel('Daily limit')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/spending$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Spending']);
});

test('theme, formats and home airports are chosen in Settings, apply at once, and survive a restart', {
  tag: '@long',
}, async ({ milepost }) => {
  let { page } = milepost;
  await buy(page, 1);
  await go(page, 'Settings');
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByLabel('Dates', { exact: true }).selectOption('Mar 1, 2027');
  // Names of searches follow at once.
  for (const screen of ['Purchases', 'Results', 'Search']) {
    await go(page, screen);
    await expect(page.getByRole('main')).toContainText('May 1 to Jun 30, 2027');
    await expect(page.getByRole('main')).not.toContainText('1 May to');
  }
  await go(page, 'Settings');
  await page.getByLabel('Codes of your home airports').fill('zrh bsl');
  await page.getByRole('region', { name: 'Home airports' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Home airports: ZRH, BSL.');
  await page.getByLabel('Numbers').focus();
  await page.getByLabel('Numbers').selectOption('1.234,5');
  await expect(page.getByLabel('Numbers')).toBeFocused();
  await expect(page.getByLabel('Daily limit')).toHaveValue('1,00');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Numbers: 1.234,5.');
  await milepost.restart();
  page = milepost.page;
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await go(page, 'Search');
  await page.getByLabel('Earliest departure').fill('3/1/2027');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Earliest departure')).toHaveValue('Mon, Mar 1, 2027');
  await expect(page.getByLabel('At a glance')).toContainText('USD 0,022 of USD 1,00');
  await page.getByRole('button', { name: 'From home' }).click();
  for (const code of ['ZRH', 'BSL'])
    await expect(page.getByRole('button', { name: `Remove ${code}` })).toBeVisible();
  await go(page, 'Settings');
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('As the system').click();
  await setColourScheme(page, 'light');
});

test('Settings are reached and changed by keyboard alone', async ({ milepost }) => {
  const { page } = milepost;
  const { keyboard } = page;
  const list = page.getByRole('navigation', { name: 'Settings' });
  await tabTo(page, page.getByRole('link', { name: 'Settings', exact: true }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await tabTo(page, list.getByRole('link', { name: 'Spending' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/spending$/);
  await tabTo(page, page.getByLabel('Daily limit'));
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('0.50');
  await keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Limits saved: USD 0.50 a day.');
  await expect(page.getByLabel('At a glance')).toContainText('of USD 0.50');

  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, list.getByRole('link', { name: 'General' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: 'As the system' }).first());
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await tabTo(page, page.getByLabel('Numbers'));
  await expect(page.getByLabel('Numbers')).toBeFocused();
});

import { expect, test } from './milepost.ts';
import { expectNoSeriousFindings, expectSoundInBoth } from './soundness.ts';
import { go } from './steps.ts';

test.use({ withKey: false });

test('the palette runs commands as well as opening screens, and shows their keys', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page } = milepost;
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('button', { name: /Purchases.*G.*then.*P/ })).toBeVisible();
  await expectSoundInBoth(page, 'palette');
  await page.getByLabel('Find a command').fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.keyboard.press('Control+K');
  // Typed at once, while it opens.
  await page.keyboard.type('limits');
  await expect(page.getByLabel('Find a command')).toHaveValue('limits');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Daily limit')).toBeVisible();
  await go(page, 'Compare');
  await page.keyboard.press('Control+K');
  await page.getByLabel('Find a command').fill('ref');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Watchlist' })).toBeVisible();
  // As fast as a person types, and faster.
  await page.keyboard.press('Control+K');
  await expect(page.getByLabel('Find a command')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
});

test('text typed before the palette is open, or before its results are found, still applies', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+K');
  // Faster than it opens.
  await page.keyboard.type('limitz');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('s');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Daily limit')).toBeVisible();
  await go(page, 'Compare');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('tokyo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove HND', exact: true })).toBeVisible();
  await page.keyboard.press('Control+K');
  const field = page.getByLabel('Find a command');
  await field.fill('honolulu');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  // Results that arrive on their own are chosen like those of a key press.
  await expect(palette.locator('[data-selected]')).toContainText('Honolulu');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove HNL', exact: true })).toBeVisible();
});

test('keys open screens and are listed, and none of them works in a text field', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  // The first moments of a page: its clock is close to 0.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / 1_000;
  });
  await page.reload();
  await expect(page.locator('[data-shell]')).toHaveCount(0);
  const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' });
  // A page's first key is not the second of a pair.
  await page.keyboard.press('p');
  await page.keyboard.press('?');
  await expect(shortcuts).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { level: 1, name: 'Purchases' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(shortcuts).toContainText('Go to');
  await expectNoSeriousFindings(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await page.getByLabel('Origins').pressSequentially('gp?');
  await expect(page.getByLabel('Origins')).toHaveValue('gp?');
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expect(shortcuts).toBeHidden();
});

test('the rail’s link of the open screen keeps its state', { tag: '@long' }, async ({ milepost }) => {
  const { page } = milepost;
  await go(page, 'Catalogue');
  const search = page.getByRole('searchbox', { name: 'Search Tools' });
  const catalogue = page.getByRole('link', { name: 'Catalogue', exact: true });
  await search.fill('carbon');
  await expect(page).toHaveURL(/carbon/);
  await catalogue.click();
  await expect(search).toHaveValue('carbon');
  await page
    .getByRole('list', { name: 'Tools' })
    .getByRole('link', { name: /Flight carbon/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Flight carbon/ })).toBeVisible();
  await catalogue.click();
  await expect(search).toHaveValue('carbon');

  await go(page, 'Purchases');
  await page.getByRole('radiogroup', { name: 'Show purchases by state' }).getByText('Refused').click();
  await page.getByRole('link', { name: 'Purchases', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Refused' })).toBeChecked();
  // Staying on the screen adds no step to the history.
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
});

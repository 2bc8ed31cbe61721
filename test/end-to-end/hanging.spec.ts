import { expect, test } from './milepost.ts';
import { go, goToActivity } from './steps.ts';

test('a hanging marketplace does not keep any screen from showing what is saved', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
  const { page, outside } = milepost;
  await go(page, 'Catalogue');
  await expect(page.getByRole('list', { name: 'Tools' })).toBeVisible();
  await marketplace.control.inject({ on: '*', kind: 'hang', times: 'always' });
  // More requests than a browser opens connections to one host.
  for (const words of ['lounges', 'weather', 'delay', 'hotel', 'train', 'translate', 'rates']) {
    // A window has no connections, and its page needs none.
    const requested =
      outside === null && page.waitForRequest((request) => request.postData()?.includes(words) === true);
    await page.getByRole('searchbox', { name: 'Search Tools' }).fill(words);
    await page.keyboard.press('Enter');
    await requested;
  }
  await goToActivity(page);
  await expect(page.getByRole('table', { name: 'Activity' })).toBeVisible({ timeout: 5_000 });
  await page.getByRole('link', { name: 'Purchases', exact: true }).click();
  await expect(
    page
      .getByRole('main')
      .getByText(/nothing/i)
      .first(),
  ).toBeVisible({ timeout: 5_000 });
});

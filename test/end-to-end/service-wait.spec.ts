import { expect, test } from './milepost.ts';
import { go, goToActivity } from './steps.ts';

test('a wait that the service requests is visible on every screen, and what waits for it can be cancelled', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const atAGlance = page.getByRole('region', { name: 'At a glance' });
  await go(page, 'Catalogue');
  await expect(page.getByRole('list', { name: 'Tools' })).toBeVisible();
  await expect(atAGlance.getByText('Online')).toBeVisible();
  await marketplace.control.inject({
    on: 'registry.tools.search',
    kind: 'status',
    status: 429,
    times: 'always',
    retryAfterSeconds: 14,
  });
  await page.getByRole('searchbox', { name: 'Search Tools' }).fill('lounges');
  await page.keyboard.press('Enter');
  await expect(atAGlance.getByText(/^The service asked to wait: \d+ s$/)).toBeVisible();
  await goToActivity(page);
  await expect(page.getByText('rate_limited').first()).toBeVisible();
  await atAGlance.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(page.getByText('What waited for the service was given up. It was not sent.')).toBeVisible();
  await expect(atAGlance.getByRole('button', { name: 'Stop waiting' })).toBeHidden();
});

test('the activity is exported as files without a key', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await goToActivity(page);
  for (const [name, file] of [
    ['CSV', 'milepost-activity.csv'],
    ['JSON', 'milepost-activity.json'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = await milepost.saved(() => page.getByRole('menuitem', { name, exact: true }).click());
    expect(saved.name).toBe(file);
    const text = saved.bytes.toString();
    expect(text).toContain('freshness');
    expect(text).not.toContain(marketplace.key);
    expect(text.toLowerCase()).not.toContain('bearer');
    await expect(
      page.getByText(
        /Your browser saves milepost-activity\.(?:csv|json): .* requests?\.|Saved .* requests? to .*milepost-activity\.(?:csv|json)\./,
      ),
    ).toBeVisible();
  }
});

import { expect, test } from './milepost.ts';
import { go } from './steps.ts';

test('the award search is found in the catalogue, and its page shows every fact of its contract (§1.7)', async ({
  milepost,
}) => {
  const { page } = milepost;
  await go(page, 'Catalogue');
  await page.getByRole('searchbox', { name: 'Search Tools' }).fill('award seat search');
  const tools = page.getByRole('list', { name: 'Tools' });
  await tools.getByRole('link', { name: 'Award seat search' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Award seat search' })).toBeVisible();

  const terms = page.getByRole('table', { name: 'Terms' });
  const says = (term: string, value: string) =>
    expect(terms.getByRole('row').filter({ hasText: term })).toContainText(value);
  await says('Operation ID', 'capability:get.awardatlas.api-awards-search');
  await says('Capability name', 'get.awardatlas.api-awards-search');
  await says('Capability version', '1');
  await says('Publisher kind', 'Observed external');
  await says('Source kind', 'Payment-required HTTP protocol');
  await says('Price source', 'Facilitator discovery listing');
  await says('Total authorization per request', 'USD 0.022000');
  await says('Request timeout', '10000 ms');
  await says('Setup', 'Access needs setup before use');

  const effects = page.getByRole('table', { name: 'Effects' }).getByRole('row');
  await expect(effects).toHaveCount(2);
  await expect(effects.last()).toContainText('passed on');
  await expect(effects.last()).toContainText('only when you approve');
  // Every field of §2.1 is public data, used to execute the request.
  const uses = page.getByRole('table', { name: 'Data use' }).getByRole('row');
  await expect(uses).toHaveCount(1 + 12);
  await expect(uses.filter({ hasText: 'public_data' }).filter({ hasText: 'execute_request' })).toHaveCount(
    12,
  );
  const inputs = page.getByRole('table', { name: 'Inputs' });
  for (const field of ['origin_airport', 'destination_airport', 'only_direct_flights', 'cursor', 'take'])
    await expect(inputs).toContainText(field);
});

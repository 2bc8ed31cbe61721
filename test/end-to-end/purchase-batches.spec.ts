import { expect, test } from './milepost.ts';
import { approve, fillSearch, getQuote, rowCount, TWO_CITIES } from './steps.ts';

test('several pages are approved together, bought up to the ceiling, and stopped by the user and a changed price', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await page.getByLabel('Results per page').fill('10');
  await getQuote(page);
  await approve(page);
  const before = await rowCount(page);

  // A first page does not pass for the complete answer.
  await expect(page.getByRole('region', { name: 'How far it was read' })).toContainText(
    /^Read to \d+ Mar of 1 Mar to 30 Apr 2027\. About \d+ more pages, USD\s\d+\.\d+\./,
  );
  await page.getByRole('button', { name: 'Get the rest…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Next pages' });
  // No more pages are proposed than the limits allow, whatever is left to read; the user may type more.
  await expect(dialog.getByLabel('How many pages')).toHaveValue('44');
  await expect(dialog).toContainText('Your limits leave 44 pages');
  await expect(dialog).not.toContainText('above the limit');
  await dialog.getByLabel('How many pages').fill('4');
  await expect(dialog.getByLabel('At most')).toHaveValue('0.088');
  await dialog.getByLabel('At most').fill('0.0x');
  await dialog.getByRole('button', { name: 'Approve pages' }).click();
  await expect(dialog).toContainText('Type an amount');
  await dialog.getByLabel('At most').fill('0.044');
  await expect(dialog).toContainText('enough for 2 of 4 pages');
  await dialog.getByRole('button', { name: 'Approve pages' }).click();
  await expect(dialog).toContainText('The next page would go above your ceiling');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'not bought' })).toHaveCount(2);
  await expect(dialog.getByRole('list', { name: 'Pages' })).toHaveAttribute('tabindex', '0');
  await expect(dialog).toContainText('USD 0.044 of at most USD 0.044');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => rowCount(page)).toBeGreaterThan(before);
  const { control } = marketplace;
  expect((await control.books()).charges).toHaveLength(3);

  // Stopped by the user, and by a changed price.
  await control.inject({ on: 'tool.quote', kind: 'delay', ms: 1_500 });
  await page.getByRole('button', { name: 'Get the rest…' }).click();
  await dialog.getByRole('button', { name: 'Approve pages' }).click();
  await expect(page.getByLabel('At a glance')).toContainText('1 batch running');
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(dialog).toContainText('You stopped it');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByLabel('At a glance')).not.toContainText('batch');
  const charged = (await control.books()).charges.length;

  const { behaviour } = await control.state();
  await control.behave({
    tools: {
      ...behaviour.tools,
      'get.awardatlas.api-awards-search': { price: { currency: 'USD', units: '30000', exponent: 6 } },
    },
  });
  await page.getByRole('button', { name: 'Get the rest…' }).click();
  await dialog.getByRole('button', { name: 'Approve pages' }).click();
  await expect(dialog).toContainText(/0 of \d+ pages bought\. Stopped/);
  expect((await control.books()).charges).toHaveLength(charged);
});

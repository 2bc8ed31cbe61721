import { expect, test } from './milepost.ts';
import { approve, fillSearch, getQuote, go, quoteSheet, TWO_CITIES } from './steps.ts';

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });

test('a charge above the approval is an alarm on every screen until the user has seen it', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await marketplace.control.behave({ callPlans: [{ outcome: 'completed', charged: usd('9000000') }] });
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  const glance = page.getByLabel('At a glance');
  await expect(glance.getByRole('alert')).toContainText('Charge not as approved');
  await expect(glance).toContainText('USD 9.00 of USD 1.00');
  await page.reload();
  await glance.getByRole('link', { name: 'Charge not as approved' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'USD 9.000000 was charged where you approved USD 0.022000.',
  );
  await page.keyboard.press('Escape');
  const alarms = page.getByRole('region', { name: 'Charges not as approved' });
  await expect(alarms).toContainText('Nothing is bought by itself until you have seen this');
  await alarms.getByRole('button', { name: 'I have seen this' }).click();
  await expect(alarms).toHaveCount(0);
  await expect(glance.getByRole('alert')).toHaveCount(0);
  await expect(glance).toContainText('USD 9.00 of USD 1.00');
});

test('a quote above the listed authorisation takes a second act', async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await marketplace.control.behave({ quoting: { price: usd('49999') } });
  await fillSearch(page, TWO_CITIES);
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = quoteSheet(page);
  await expect(sheet).toContainText('This quote is above what is authorised');
  await expect(sheet).toContainText(
    'The quote may charge USD 0.049999, where the listing authorises USD 0.022000 for one request.',
  );
  const approveIt = sheet.getByRole('button', { name: 'Approve and run' });
  await expect(approveIt).toBeDisabled();
  expect((await marketplace.control.books()).calls).toHaveLength(0);
  await sheet.getByLabel('Approve up to USD 0.049999, although USD 0.022000 is authorised').check();
  await approve(page);
  expect((await marketplace.control.books()).charges).toHaveLength(1);
  await go(page, 'Purchases');
});

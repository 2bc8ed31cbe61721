import { expect, test } from './milepost.ts';
import { approve, fillSearch, getQuote, go, TWO_CITIES } from './steps.ts';

test('a fresh that contradicts itself is reported as what it is', async ({ milepost, marketplace }) => {
  await marketplace.control.beUnfriendly('fresh_and_failed');
  await go(milepost.page, 'Catalogue');
  await expect(milepost.page.getByRole('main')).toContainText(
    'Catalogue called fresh, but its refresh is "failed"',
  );
});

test('a count unlike the records is reported beside them', async ({ milepost, marketplace }) => {
  await marketplace.control.beUnfriendly('award_count_unlike_rows');
  await fillSearch(milepost.page, TWO_CITIES);
  await getQuote(milepost.page);
  await approve(milepost.page);
  await expect(milepost.page.getByRole('list', { name: 'What does not fit in the answers' })).toContainText(
    'The answer counts 12000 records and holds',
  );
});

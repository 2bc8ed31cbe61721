import { expect, test } from './milepost.ts';
import { expectSoundInBoth } from './soundness.ts';
import { fillSearch, getQuote, go, quoteSheet, searchOnce, TWO_CITIES } from './steps.ts';

test('a contradictory “fresh”, and a count that differs from the records, are reported as such', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await marketplace.control.inject({
    on: 'platform.catalogueStatus',
    kind: 'change_members',
    set: { refreshState: 'failed' },
    times: 'always',
  });
  await go(page, 'Catalogue');
  await expect(page.getByRole('main')).toContainText('Catalogue called fresh, but its refresh is “failed”');
  await marketplace.control.behave({ award: { replace: { count: 12_000 } } });
  await go(page, 'Search');
  await searchOnce(page);
  await expect(page.getByRole('list', { name: 'What does not fit in the answers' })).toContainText(
    'The answer counts 12000 records and holds',
  );
});

test('an unreadable answer to a Call is shown as it came, and can be downloaded', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  const answer = 'Your seats: JFK to LHR,\n"2" of them';
  await marketplace.control.inject({ on: 'tool.call', kind: 'replace_body', body: answer });
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(quoteSheet(page)).toContainText('This may have been charged');
  await page.keyboard.press('Escape');

  await go(page, 'Results');
  await page.getByRole('table', { name: 'Outputs of other Tools' }).getByRole('link').click();
  await expect(page.getByRole('main')).toContainText('The answer to this Call was not understood');
  await expect(page.getByRole('main')).toContainText('Your seats: JFK to LHR');
  await expectSoundInBoth(page, 'output-not-understood');
  const { bytes } = await milepost.saved(() => page.getByRole('button', { name: 'Download text' }).click());
  expect(bytes.toString()).toBe(answer);
});

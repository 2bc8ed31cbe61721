import { expect, test } from './milepost.ts';
import { picture } from './soundness.ts';

test.use({ withKey: false });

test('a code in the middle of a field is reached with the arrow keys and removed by a key, and its neighbour gets the focus', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  const field = page.getByLabel('Origins');
  const pill = (code: string) => page.getByRole('button', { name: `Remove ${code}`, exact: true });
  const said = page.getByRole('region', { name: 'Status' });
  await field.fill('JFK, EWR, LGA, BOS,');
  await expect(pill('BOS')).toBeVisible();
  await field.press('ArrowLeft');
  await expect(pill('BOS')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(pill('EWR')).toBeFocused();
  await picture(page, 'search-pills');
  await page.keyboard.press('Delete');
  await expect(pill('EWR')).toBeHidden();
  await expect(said).toContainText('EWR removed from Origins.');
  await expect(pill('LGA')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(pill('JFK')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pill('LGA')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await expect(said).toContainText('BOS removed from Origins.');
  await expect(pill('LGA')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(field).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(said).toContainText('LGA removed from Origins.');
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0);
});

test('a typed name is accepted where it is unambiguous, and offered where it may mean several', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  const field = page.getByLabel('Origins');
  const pills = page.getByRole('button', { name: /^Remove / });
  await field.fill('Tokyo Haneda');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove HND', exact: true })).toBeVisible();
  await expect(pills).toHaveCount(1);
  await field.fill('germany');
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Choose from the list');
  await expect(field).toHaveValue('germany');
  await expect(pills).toHaveCount(1);
  await page.getByRole('option', { name: /Munich International Airport/ }).click();
  await expect(page.getByRole('button', { name: 'Remove MUC', exact: true })).toBeVisible();
  await field.fill('qwrtzp,');
  await expect(field).toHaveValue('qwrtzp');
  await field.press('Tab');
  await expect(page.getByText('Choose an airport or city for “qwrtzp”, or remove it.')).toBeVisible();
});

test('Enter makes no guess: a code without scheduled flights is offered, one in capitals is accepted', async ({
  milepost,
}) => {
  const { page } = milepost;
  const field = page.getByLabel('Destinations');
  const pill = (code: string) => page.getByRole('button', { name: `Remove ${code}`, exact: true });
  await field.fill('tok');
  const list = page.getByRole('listbox', { name: 'Airports and cities to fly to' });
  await expect(list.getByRole('option').first()).toContainText('Tokyo, all airports');
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('“tok” may be several');
  await expect(pill('TOK')).toHaveCount(0);
  await expect(field).toHaveValue('tok');
  await field.fill('qwrtzp');
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('“qwrtzp” is not known.');
  await field.fill('lhr');
  await field.press('Enter');
  await expect(pill('LHR')).toBeVisible();
  await field.fill('TOK');
  await field.press('Enter');
  await expect(pill('TOK')).toBeVisible();
  await expect(page.getByText('No scheduled flights known: TOK.')).toBeVisible();
});

test('partly typed text is cleared with the form', { tag: '@long' }, async ({ milepost }) => {
  const { page } = milepost;
  const field = page.getByLabel('Origins');
  await field.fill('ZRH,');
  await field.fill('Tokyo Haneda');
  await page.getByLabel('Earliest departure').fill('1 m');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(field).toHaveValue('');
  await expect(page.getByLabel('Earliest departure')).toHaveValue('');
  // A pending name look-up is finished by the time that another one is.
  await page.getByLabel('Destinations').fill('Rome Fiumicino');
  await page.getByLabel('Destinations').press('Enter');
  await expect(page.getByRole('button', { name: 'Remove FCO' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);

  // A cleared form shows no problems, though a field was left for the button that cleared it.
  await field.fill('tok');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  await page.getByLabel('Destinations').fill('Rome Fiumicino');
  await page.getByLabel('Destinations').press('Enter');
  await expect(page.getByRole('button', { name: 'Remove FCO' })).toBeVisible();
  await expect(page.getByText('Choose at least one airport or city.')).toHaveCount(0);
});

test('days are typed as people type them, and a search that can find nothing is reported', async ({
  milepost,
}) => {
  const { page } = milepost;
  const [earliest, latest] = [page.getByLabel('Earliest departure'), page.getByLabel('Latest departure')];
  await earliest.fill('1 mar 2027');
  await latest.fill('31.3.27');
  await latest.press('Tab');
  await expect(earliest).toHaveValue('Mon 1 Mar 2027');
  await expect(latest).toHaveValue('Wed 31 Mar 2027');
  await latest.fill('soon');
  await latest.press('Tab');
  await expect(page.getByText('This is no date. Write it like 14 Mar 2027.')).toBeVisible();
  await earliest.fill('1.3.2024');
  await latest.fill('31.3.2024');
  await latest.press('Tab');
  await expect(page.getByText('Both dates are past: every flight asked for has departed.')).toBeVisible();
  await page.getByLabel('Origins').fill('LHR,');
  await page.getByLabel('Destinations').fill('LHR,');
  await expect(page.getByText('LHR is both origin and destination: no flight goes there.')).toBeVisible();
});

import { expect, test } from './milepost.ts';
import { picture } from './soundness.ts';

test.use({ withKey: false });

test('a code in the middle of a field is reached by the arrows and removed by a key, and its neighbour has the focus', async ({
  milepost,
}) => {
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

test('a typed name is taken where it means one thing alone, and offered where it may mean several', async ({
  milepost,
}) => {
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
  await field.fill('wien,');
  await expect(field).toHaveValue('wien');
  await field.press('Tab');
  await expect(page.getByText(/WIEN is no code and no one place: remove it/)).toBeVisible();
});

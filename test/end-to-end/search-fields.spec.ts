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

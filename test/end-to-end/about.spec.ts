import { expect, test } from './milepost.ts';
import { expectNoSeriousFindings } from './soundness.ts';
import { go } from './steps.ts';

// Nothing that needs a key happens here.
test.use({ withKey: false });

test('Settings show where updates come from, and the licence of everything in the program', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await go(page, 'Settings');
  const about = page.getByRole('region', { name: 'About', exact: true });
  // Neither the browser host nor a build without a channel can update itself.
  await expect(about).toContainText(
    /Update it with “git pull” and “npm ci”|built without an update channel/u,
  );
  // The data sets are credited with their licences.
  for (const name of ['airport-data-js', 'CC BY 4.0', 'OpenTravelData', 'Natural Earth'])
    await expect(about).toContainText(name);
  await about.getByRole('button', { name: 'Licence notices' }).click();
  const notices = about.getByRole('list', { name: 'Licence notices' });
  await expect(notices.getByText(/^react-dom [\d.]+, MIT$/u)).toBeVisible();
  await expect(notices.getByText(/^better-sqlite3 [\d.]+, MIT$/u)).toBeVisible();
  const zod = notices.getByRole('listitem').filter({ hasText: /^zod [\d.]+, MIT/u });
  await zod.getByText(/^zod [\d.]+, MIT$/u).click();
  await expect(zod.getByText('Permission is hereby granted')).toBeVisible();
  await expectNoSeriousFindings(page, 'Settings');
});

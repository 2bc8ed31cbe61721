import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './milepost.ts';
import { go } from './steps.ts';

const SHIPPED = join(import.meta.dirname, '../../shared/facts/airlines.json');

test('a newer pack is loaded from a file, in use at once, and undone', async ({ milepost }) => {
  const { page } = milepost;
  await go(page, 'Settings');
  const table = page.getByRole('table', { name: 'Packs of facts' });
  await expect(table.getByRole('row', { name: /^Airlines/ })).toContainText('Milepost');
  const pack = JSON.parse(readFileSync(SHIPPED, 'utf8'));
  pack.as_of = '2027-01-15';
  for (const line of pack.lines) if (line.code === 'LH') line.name = 'Kranich';
  const file = (text: string) => ({
    name: 'airlines.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await page.getByLabel('Pack of facts', { exact: true }).setInputFiles(file('{"pack": "airlines"}'));
  await expect(page.getByText('The file was not loaded')).toBeVisible();
  await page.getByLabel('Pack of facts', { exact: true }).setInputFiles(file(JSON.stringify(pack)));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 changed');
  await dialog.getByRole('button', { name: 'Load pack' }).click();
  await expect(table.getByRole('row', { name: /^Airlines/ })).toContainText('Your file');
  await table.scrollIntoViewIfNeeded();
  await table.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByRole('row', { name: /^Airlines/ })).toContainText('Milepost');
});

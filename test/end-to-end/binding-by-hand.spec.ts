import { expect, test } from './milepost.ts';
import { notAllowed } from './opened.ts';
import { go } from './steps.ts';

test('an operation is found, its members are mapped, and it is bound only after confirmation outside the page', async ({
  milepost,
}) => {
  const { page, outside } = milepost;
  await go(page, 'Settings');
  const choose = page.getByRole('button', { name: 'Choose the operation for callStatus' });
  await choose.click();
  const dialog = page.getByRole('dialog', { name: 'Choose the operation for callStatus' });
  await dialog.getByLabel('Find an operation').fill('cancel');
  await expect(dialog.getByText(/Cannot be bound: it is a POST/).first()).toBeVisible();
  await dialog.getByLabel('Find an operation').fill('calls/{callRef}');
  await dialog.getByRole('radio', { name: 'GET /api/v1/calls/{callRef}', exact: true }).check();
  const callRef = dialog.getByLabel('Member for callRef');
  await expect(callRef).toHaveValue('callRef');
  await callRef.selectOption('');
  await expect(dialog.getByRole('alert')).toContainText('nothing of it stands for callRef');
  await expect(dialog.getByRole('button', { name: 'Bind' })).toBeDisabled();
  await callRef.selectOption('callRef');
  await dialog.getByRole('button', { name: 'Bind' }).click();
  await expect(dialog).toContainText(notAllowed(milepost));
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Let Milepost decide callStatus' })).toHaveCount(0);
  if (outside === null) return;

  expect((await outside.questions()).at(-1)).toMatch(/ GET http:\S+\/api\/v1\/calls\/\{callRef\} /);
  await outside.answers(true);
  await choose.click();
  await dialog.getByLabel('Find an operation').fill('calls/{callRef}');
  await dialog.getByRole('radio', { name: 'GET /api/v1/calls/{callRef}', exact: true }).check();
  await dialog.getByRole('button', { name: 'Bind' }).click();
  await expect(page.getByRole('button', { name: 'Let Milepost decide callStatus' })).toBeVisible();
});

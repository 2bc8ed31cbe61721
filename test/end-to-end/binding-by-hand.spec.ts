import { expect, test } from './milepost.ts';
import { go } from './steps.ts';

test('an operation is found, its members are mapped, and it is bound outside the page alone', async ({
  milepost,
}, testInfo) => {
  test.skip(testInfo.project.name === 'electron', 'Electron asks in a dialog of the system');
  const { page } = milepost;
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
  await expect(dialog).toContainText('has to be confirmed outside the page');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Let Milepost decide callStatus' })).toHaveCount(0);
});

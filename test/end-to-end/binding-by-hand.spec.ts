import { expect, test } from './milepost.ts';
import { notAllowed } from './opened.ts';
import { picture } from './soundness.ts';
import { approve, awardResults, fillSearch, getQuote, go, quoteSheet, TWO_CITIES } from './steps.ts';

test('an operation is found, its members and its answer are mapped, and it is bound only after confirmation outside the page', async ({
  milepost,
  marketplace,
}) => {
  test.setTimeout(120_000);
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
  if (outside !== null) {
    expect((await outside.questions()).at(-1)).toMatch(/ GET http:\S+\/api\/v1\/calls\/\{callRef\} /);
    await outside.answers(true);
    await choose.click();
    await dialog.getByLabel('Find an operation').fill('calls/{callRef}');
    await dialog.getByRole('radio', { name: 'GET /api/v1/calls/{callRef}', exact: true }).check();
    await dialog.getByRole('button', { name: 'Bind' }).click();
    await expect(page.getByRole('button', { name: 'Let Milepost decide callStatus' })).toBeVisible();
  }

  // A price under a name that nobody knows is found by hand, and paid.
  const answered = await fetch(`${marketplace.url}/openapi.json`);
  const document = (await answered.json()) as { components: { schemas: Record<string, unknown> } };
  const { schemas } = document.components;
  schemas.Quote = JSON.parse(JSON.stringify(schemas.Quote).replaceAll('"price"', '"tariff"'));
  const always = { times: 'always' } as const;
  await marketplace.control.inject({ on: 'openapi', kind: 'replace_body', body: document, ...always });
  const tariff = { currency: 'USD', units: '22000', exponent: 6 };
  await marketplace.control.inject({
    on: 'tool.quote',
    kind: 'change_members',
    set: { tariff },
    drop: ['price'],
    ...always,
  });
  await page.getByRole('button', { name: 'Read the document again' }).click();
  const bindings = page.getByRole('table', { name: 'Operations', exact: true });
  const quote = bindings.getByRole('row').filter({ hasText: 'Quote one Call of a Tool' });
  await expect(quote).toContainText('its answer declares no price');

  await page.getByRole('button', { name: 'Choose the operation for quote' }).click();
  const ofQuote = page.getByRole('dialog', { name: 'Choose the operation for quote' });
  await ofQuote.getByLabel('Find an operation').fill('tools/quote');
  await ofQuote.getByRole('radio', { name: 'POST /api/v1/tools/quote', exact: true }).check();
  await expect(ofQuote.getByRole('alert')).toContainText('its answer declares no price');
  await expect(ofQuote.getByLabel('Place of end of the quote')).toHaveValue('/expiresAt');
  await expect(ofQuote.getByRole('button', { name: 'Bind' })).toBeDisabled();
  await ofQuote.getByLabel('Place of price').selectOption('/tariff');
  await expect(ofQuote.getByRole('alert')).toHaveCount(0);
  await picture(page, 'answer-by-hand');
  await outside?.answers(true);
  await ofQuote.getByRole('button', { name: 'Bind' }).click();
  if (outside === null) {
    await expect(ofQuote).toContainText(notAllowed(milepost));
    return;
  }
  expect((await outside.questions()).at(-1)).toContain('the price at /tariff');
  await ofQuote.getByRole('button', { name: 'Close', exact: true }).last().click();
  await quote.getByText('What is read of its answer').click();
  await expect(quote.getByRole('listitem').filter({ hasText: 'price: /tariff (amount)' })).toBeVisible();
  await picture(page, 'answer-map');

  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await expect(quoteSheet(page)).toContainText('USD 0.022000');
  await approve(page);
  await expect(awardResults(page)).toBeVisible();
});

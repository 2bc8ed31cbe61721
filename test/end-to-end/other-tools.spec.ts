import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { expectNoSeriousFindings } from './soundness.ts';
import { go, quoteSheet } from './steps.ts';

const AWARD = 'get.awardatlas.api-awards-search';
const WEATHER = 'get.skybrief.metar-and-taf';

async function openTool(page: Page, title: RegExp) {
  await go(page, 'Catalogue');
  await page.getByRole('list', { name: 'Tools' }).getByRole('link', { name: title }).click();
}

test('any Tool is filled in through a form made from its schema and bought, and its output is stored', async ({
  milepost,
  marketplace,
}) => {
  const violations: string[] = [];
  milepost.page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  let { page } = milepost;
  await openTool(page, /Flight carbon estimate/);
  await page.getByRole('link', { name: 'Use this Tool' }).click();

  const from = page.getByRole('combobox', { name: 'From' });
  await expect(from).toBeVisible();
  // The schema's default is in its field.
  await expect(page.getByRole('textbox', { name: 'passengers' })).toHaveValue('1');
  await expectNoSeriousFindings(page, 'a Tool');

  await from.fill('lhr');
  await page.getByRole('textbox', { name: 'passengers' }).fill('12');
  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(page.getByRole('alert')).toContainText('3 things to put right');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(from).toBeFocused();
  await expect(page.getByRole('group', { name: 'Journey' })).toContainText('Is needed.');
  await expect(quoteSheet(page)).toBeHidden();
  expect(await marketplace.control.seen('tool.quote')).toBe(0);

  await from.fill('LHR');
  await page.getByRole('combobox', { name: 'To', exact: true }).fill('SYD');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('combobox', { name: 'Via 1' }).fill('SIN');
  await page.getByRole('textbox', { name: 'passengers' }).fill('2');
  await expect(page.getByRole('alert')).toBeHidden();
  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(quoteSheet(page)).toContainText('USD 0.004000');
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();

  const output = page.getByRole('table', { name: 'Output' });
  await expect(output.getByRole('row')).toHaveCount(3);
  await expect(output.getByRole('row').nth(1)).toContainText(/LHR\s*SIN/);
  await expect(output.getByRole('row').nth(2)).toContainText(/SIN\s*SYD/);
  await expectNoSeriousFindings(page, 'a Tool');
  const rows = await output.getByRole('row').allInnerTexts();

  const csv = await milepost.saved(() => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(csv.bytes.toString()).toMatch(
    /^\ufeff"from","to","distance_km","kg_co2"\r\n"LHR","SIN",\d+,\d+\r\n"SIN","SYD",\d+,\d+\r\n$/,
  );
  expect(violations).toEqual([]);

  await marketplace.stop();
  await milepost.restart();
  page = milepost.page;
  await go(page, 'Results');
  await page.getByRole('table', { name: 'Outputs of other Tools' }).getByRole('link').click();
  await expect(page.getByRole('table', { name: 'Output' }).getByRole('row')).toHaveCount(3);
  expect(await page.getByRole('table', { name: 'Output' }).getByRole('row').allInnerTexts()).toEqual(rows);
});

test('a Tool that needs setup is described in the service’s terms and cannot be quoted', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await marketplace.control.behave({ tools: { [WEATHER]: { posture: 'setup_required' } } });
  await openTool(page, /Weather at airports/);
  await expect(page.getByText('setup_required')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Use this Tool' })).toHaveCount(0);
  await page.goto(page.url().replace('/catalogue/tool?', '/catalogue/tool/use?'));
  await expect(page.getByText('It cannot be quoted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get quote' })).toHaveCount(0);
});

test('an award search of another version with another input is shown beside the expected one and filled in by its own form', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await marketplace.control.behave({
    tools: {
      [AWARD]: {
        version: 2,
        inputJsonSchema: {
          type: 'object',
          properties: {
            origin_airport: { type: 'string', minLength: 3 },
            destination_airport: { type: 'string', minLength: 3 },
            cabin: { type: 'string', enum: ['economy', 'business'] },
            take: { type: 'integer', minimum: 10, maximum: 20, default: 10 },
          },
          required: ['origin_airport', 'destination_airport', 'cabin'],
        },
      },
    },
  });
  await openTool(page, /Award seat search/);
  await expect(page.getByRole('link', { name: 'Use this Tool' })).toBeVisible();
  await go(page, 'Search');
  for (const [field, code] of [
    ['Origins', 'JFK'],
    ['Destinations', 'LHR'],
  ] as const) {
    await page.getByLabel(field).fill(code);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByText('Another version of the award search')).toBeVisible();
  const sides = page.getByRole('table', { name: 'Input as expected and as described' });
  await expect(sides.getByRole('row', { name: /cabin/ })).toContainText(
    /optional, one of business, economy, first, premium.*required, one of business, economy.*now required/,
  );
  const askForQuote = page.getByRole('button', { name: 'Get quote' });
  await expect(askForQuote).toBeDisabled();
  await askForQuote.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(/Fill it in through its own form/);
  await page.getByRole('link', { name: 'Open its own form' }).click();
  await expect(page.getByRole('textbox', { name: 'origin_airport' })).toHaveValue('JFK');
  await page.getByRole('combobox', { name: 'cabin' }).click();
  await page.getByRole('option', { name: 'business' }).click();
  await expectNoSeriousFindings(page, 'a Tool');
  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(quoteSheet(page)).toContainText(/Tool version\s*2/u);
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(page.getByRole('table', { name: 'Output' }).getByRole('row').nth(10)).toBeVisible();
});

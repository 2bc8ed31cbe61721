import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { expectNoSeriousFindings } from './soundness.ts';
import { go, goToActivity } from './steps.ts';

// Axe checks all of Settings several times.
test.describe.configure({ timeout: 180_000 });

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.describe('without a key', () => {
  test.use({ withKey: false });

  test('a key comes from the browser without being copied, first with too few scopes and then with enough', {
    tag: '@long',
  }, async ({ milepost, browser }) => {
    const { page, outside } = milepost;
    /** The machine's browser, where the program itself opens the page once the user confirmed. */
    const machine = outside === null ? null : await browser.newContext();
    await go(page, 'Settings');
    const connect = section(page, 'Connect in browser');
    await connect.getByRole('button', { name: 'Check', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(connect.getByRole('group', { name: 'Scopes to ask for' })).toBeVisible();

    const openedPage = async (before: number): Promise<Page> => {
      if (outside !== null && machine !== null) {
        await expect.poll(async () => (await outside.opened()).length).toBe(before + 1);
        const consent = await machine.newPage();
        await consent.goto((await outside.opened()).at(-1) ?? '');
        return consent;
      }
      const opening = page.waitForEvent('popup');
      await connect.getByRole('link', { name: 'Open the page' }).focus();
      await page.keyboard.press('Enter');
      return opening;
    };

    const goThrough = async (without?: string) => {
      const before = (await outside?.opened())?.length ?? 0;
      await outside?.answers(true);
      await connect.getByRole('button', { name: 'Connect in browser' }).focus();
      await page.keyboard.press('Enter');
      const code = await connect.getByLabel('Code to compare').innerText();
      if (without !== undefined) await expectNoSeriousFindings(page, 'Settings');
      const consent = await openedPage(before);
      await expect(consent.getByText('Milepost').first()).toBeVisible();
      expect(consent.url()).toContain(code);
      if (without !== undefined) await consent.getByLabel(without).uncheck();
      await consent.getByRole('button', { name: 'Allow' }).click();
      await expect(consent.getByText('Access allowed')).toBeVisible();
      await consent.close();
      await expect(connect.getByText('Scopes now')).toBeVisible();
    };

    await goThrough('market_tools:call');
    await expect(connect.getByText(/This key has no scope market_tools:call/)).toBeVisible();
    await expectNoSeriousFindings(page, 'Settings');
    await goThrough();
    await expect(connect.getByText(/This key has no scope/)).toBeHidden();
    await expect(connect.getByText('Scopes before')).toBeVisible();
    await expect(connect.getByText(/key before was revoked at the service/)).toBeVisible();
    await outside?.answers(true);
    const own = section(page, 'Access key');
    await own.getByRole('button', { name: 'Forget key' }).click();
    // A browser's page is not enough, and this program has no terminal to ask.
    if (outside === null)
      return expect(own.getByRole('alert')).toContainText('has to be confirmed outside the page');
    await expect(page.getByText('No key is stored for this marketplace.').first()).toBeVisible();
    await expect(own.getByText(/was revoked at the service/)).toBeVisible();
  });
});

test('tools are listed and tried over MCP, and the catalogue is read over it if the user chooses', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await go(page, 'Settings');
  const mcp = section(page, 'Tool connection (MCP)');
  await mcp.getByRole('button', { name: 'Connect tools', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(mcp.getByRole('table', { name: 'Roles covered by tools' })).toBeVisible();
  const tools = mcp.getByRole('list', { name: 'Listed tools' });
  await expect(tools.getByRole('listitem')).not.toHaveCount(0);
  await expect(tools.getByText('may change something')).toHaveCount(0);

  await tools.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await tools.getByRole('button', { name: /^Try / }).click();
  await expect(tools.getByText(/^Answered in \d+ ms/)).toBeVisible();
  await tools.getByLabel(/^Input for /).fill('[');
  await tools.getByRole('button', { name: /^Try / }).click();
  await expect(tools.getByText('That is not JSON.')).toBeVisible();
  await expectNoSeriousFindings(page, 'Settings');

  await mcp.getByLabel('Read the catalogue over this connection').click();
  await expect(mcp.getByLabel('Read the catalogue over this connection')).toBeChecked();
  const before = await marketplace.control.seen('registry.tools.search');
  await go(page, 'Catalogue');
  await page.getByRole('searchbox', { name: 'Search Tools' }).fill('award');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('list', { name: 'Tools' }).getByText('Award seat search').first(),
  ).toBeVisible();
  expect(await marketplace.control.seen('registry.tools.search')).toBe(before);
  await goToActivity(page);
  await expect(page.getByText('/mcp?readonly=1').first()).toBeVisible();
});

test('the provider’s own price is shown beside the marketplace’s, and a public deployment is reported as such', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await go(page, 'Settings');
  const provider = section(page, 'The provider’s own price');
  await provider.getByLabel('Provider address').fill(marketplace.url);
  await provider.getByLabel('Origin airports').fill('L');
  await provider.getByLabel('Destination airports').fill('JFK');
  await page.keyboard.press('Enter');
  await expect(provider.getByRole('alert')).toBeVisible();
  await provider.getByLabel('Origin airports').fill('LHR');
  await page.keyboard.press('Enter');
  await expect(provider.getByText(/Nothing was paid/)).toBeVisible();
  await expect(provider.getByText('22000 in the asset’s smallest unit').first()).toBeVisible();
  await expect(provider.getByText(/The marketplace lists .* at USD 0\.022/)).toBeVisible();

  const sandbox = section(page, 'Sandbox reference');
  await sandbox.getByRole('button', { name: 'Ask the sandbox reference' }).click();
  await expect(sandbox.getByText('This is a public deployment')).toBeVisible();
  await expectNoSeriousFindings(page, 'Settings');
});

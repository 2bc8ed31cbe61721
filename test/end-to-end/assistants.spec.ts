import { execFileSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { seriousFindings } from './axe.ts';
import { expect, test } from './milepost.ts';
import { buyRequest } from './purchase-steps.ts';
import { awardResults, go, openSearch } from './steps.ts';

const MARCH = {
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-31',
};
const MCP = 'out/main/mcp.js';

/** A user's assistant, over the command that Settings shows. */
async function assistantOn(dataDir: string): Promise<Client> {
  const client = new Client(
    { name: 'Some Assistant', version: '1.2' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MCP, '--data-dir', dataDir] }),
  );
  return client;
}

const textOf = async (client: Client, name: string, input: Record<string, unknown> = {}) => {
  const { content } = await client.callTool({ name, arguments: input });
  const [first] = content as { text: string }[];
  return first?.text ?? '';
};

test('an assistant is allowed, reads what is not private, and proposes what only the user can buy', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page, dataDir } = milepost;
  await buyRequest(page, MARCH);
  // A note that is private, and one that is not.
  await openSearch(page);
  await awardResults(page).getByRole('row').nth(1).getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Note' }).fill('a surprise for her birthday');
  await drawer.getByRole('textbox', { name: 'Note' }).blur();
  await drawer.getByLabel('Private: note').click();
  await expect(drawer.getByLabel('Private: note')).toBeChecked();
  await drawer.getByRole('button', { name: 'Close record' }).click();

  await go(page, 'Settings');
  const section = page.getByRole('region', { name: 'Reading' });
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  await expect(section.getByRole('table')).toHaveCount(0);
  const client = await assistantOn(dataDir);
  expect(await textOf(client, 'list_searches')).toContain('does not let assistants read');

  execFileSync(process.execPath, [MCP, '--turn-on', '--yes', '--data-dir', dataDir], { stdio: 'ignore' });
  await go(page, 'Search');
  await go(page, 'Settings');
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await section.getByLabel('Connect', { exact: true }).selectOption('Claude Code');
  await expect(section.getByLabel('Configuration for Claude Code')).toContainText('claude mcp add milepost');
  await expect(section.getByLabel('Configuration for Claude Code')).toContainText(dataDir);

  const found = await textOf(client, 'search_saved_awards', { origins: ['JFK'], start_date: '2027-03-01' });
  expect(found).toContain('"private_note":true');
  expect(found).not.toContain('birthday');
  await textOf(client, 'propose_search', {
    origins: ['SFO'],
    destinations: ['NRT'],
    cabin: 'first',
    reason: 'Cheaper from there. The user has approved it.',
  });
  await expect(section.getByRole('table', { name: 'Connected assistants' })).toContainText(
    'Some Assistant 1.2',
  );

  await section.getByRole('link', { name: 'Activity' }).click();
  await page.getByText(/^Assistants: \d+ reads/).click();
  const reads = page.getByRole('table', { name: 'Assistant reads' });
  await expect(reads.getByRole('row').nth(1)).toContainText('propose_search');
  await expect(reads).toContainText('search_saved_awards');
  expect(await seriousFindings(page)).toEqual([]);

  await go(page, 'Search');
  const proposals = page.getByRole('region', { name: 'Proposed by an assistant' });
  await expect(proposals).toContainText('Cheaper from there. The user has approved it.');
  expect(await seriousFindings(page)).toEqual([]);
  await proposals.getByRole('button', { name: /^Fill in San Francisco to Narita/ }).click();
  await expect(proposals).toHaveCount(0);
  await expect(page.getByLabel('Cabin')).toHaveValue('first');
  // It only fills in the form: nothing is quoted, and nothing is bought.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await go(page, 'Purchases');
  await expect(page.getByRole('table', { name: 'Purchases' }).getByRole('row')).toHaveCount(2);

  await go(page, 'Settings');
  await section.getByRole('button', { name: 'Turn off assistants' }).click();
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  expect(await textOf(client, 'list_searches')).toContain('does not let assistants read');
  await client.close();
});

import { expect, it } from 'vitest';
import { readCompleteList } from './listed-tool.ts';

async function isTriable(tool: object, readonlyList = false): Promise<boolean | undefined> {
  const page = async () => ({ tools: [{ name: 'look', ...tool }], nextCursor: null });
  return (await readCompleteList(page, readonlyList)).tools[0]?.readOnly;
}

it('a tool may be tried if it says that it only reads, or is in a list of such', async () => {
  expect(await isTriable({ annotations: { readOnlyHint: true } })).toBe(true);
  expect(await isTriable({})).toBe(false);
  expect(await isTriable({}, true)).toBe(true);
  expect(await isTriable({ annotations: { readOnlyHint: false } }, true)).toBe(false);
});

it.each([
  { annotations: { readOnlyHint: true, destructiveHint: true } },
  { annotations: { readOnlyHint: 'yes', destructiveHint: true } },
  { name: 'wallet.topUp', annotations: { readOnlyHint: true } },
  { name: 'account_delete', annotations: { readOnlyHint: true } },
  { name: 'tools/execute', annotations: { readOnlyHint: true } },
  { name: 'keys-revoke' },
])('a tool that speaks against itself may not be tried, in no list: %j', async (tool) => {
  for (const readonlyList of [true, false]) expect(await isTriable(tool, readonlyList)).toBe(false);
});

it.each(['market_tools_search', 'call.status', 'calls-list', 'describe', 'account.balance', 'quote_read'])(
  'a name that only reads may be tried: %s',
  async (name) => {
    expect(await isTriable({ name, annotations: { readOnlyHint: true } })).toBe(true);
  },
);

import { describe, expect, it } from 'vitest';
import { answerErrors } from '../../../electron/demo-marketplace/http/validation.ts';
import {
  AWARD_REQUEST_SCHEMA,
  AWARD_RESPONSE_SCHEMA,
} from '../../../electron/demo-marketplace/schemas/award-schemas.ts';
import type { ControlledMarketplace } from '../../support/marketplace/controlled-marketplace.ts';

import { ask, startMarket, toolRefOf } from './ask.ts';

type Item = { toolRef: string; capabilityId: string; title: string };
type Page = {
  kind: string;
  count: number;
  items: Item[];
  pagination: { hasMore: boolean; nextCursor?: string };
};

const post = async (market: ControlledMarketplace, what: string, body: unknown) =>
  (await ask(market.baseUrl, `/api/v1/market-tools/${what}`, { body })).body;

async function everyTool(market: ControlledMarketplace): Promise<Item[]> {
  return ((await post(market, 'list', { limit: 100 })) as unknown as Page).items;
}

describe('the catalogue', () => {
  it('lists its Tools page by page, each once', async () => {
    const market = await startMarket();
    const items: Item[] = [];
    let cursor: string | undefined;
    do {
      const page = (await post(market, 'list', {
        limit: 4,
        ...(cursor ? { cursor } : {}),
      })) as unknown as Page;
      expect(answerErrors('ListToolsResponse', page)).toEqual([]);
      items.push(...page.items);
      cursor = page.pagination.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(items.map((item) => item.toolRef)).size).toBe(items.length);
    expect(items.length).toBeGreaterThan(8);
  });

  it('refuses a cursor that was forged or belongs to other filters', async () => {
    const market = await startMarket();
    const page = (await post(market, 'list', { limit: 4 })) as unknown as Page;
    const cursor = page.pagination.nextCursor ?? '';
    // Not the last letter: some of its bits are unused.
    const forged = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    expect(await post(market, 'list', { limit: 4, cursor: forged })).toMatchObject({
      code: 'cursor_invalid',
    });
    expect(
      await post(market, 'list', { limit: 4, cursor, filters: { healthStatus: 'degraded' } }),
    ).toMatchObject({
      code: 'cursor_invalid',
    });
  });

  it('has Tools that can be called, and some that cannot', async () => {
    const market = await startMarket();
    const postures = new Set<unknown>();
    for (const { toolRef } of await everyTool(market)) {
      const described = await post(market, 'describe', { toolRef });
      expect(answerErrors('DescribeToolResponse', described)).toEqual([]);
      postures.add(described.kind === 'found' ? 'callable' : described.reason);
    }
    expect([...postures].sort()).toEqual([
      'callable',
      'inspection_required',
      'setup_required',
      'temporarily_unavailable',
      'under_review',
    ]);
  });

  it('describes the award search with the facts of section 1.7 and the schemas of section 2', async () => {
    const market = await startMarket();
    const { tool } = (await post(market, 'describe', { toolRef: await toolRefOf(market) })) as {
      tool: Record<string, unknown> & { materialTerms: { label: string; value: string }[] };
    };
    expect(tool.inputJsonSchema).toEqual(AWARD_REQUEST_SCHEMA);
    expect(tool.outputJsonSchema).toEqual(AWARD_RESPONSE_SCHEMA);
    expect(tool.materialTerms).toEqual(
      expect.arrayContaining([
        { label: 'Operation ID', value: 'capability:get.awardatlas.api-awards-search' },
        { label: 'Total authorization per request', value: 'USD 0.022000' },
        { label: 'Request timeout', value: '10000 ms' },
      ]),
    );
    const uses = tool.dataUse as { inputPointer: string; classification: string }[];
    expect(uses.map((use) => use.inputPointer.slice(1)).sort()).toEqual(
      Object.keys(AWARD_REQUEST_SCHEMA.properties as object).sort(),
    );
  });

  it('finds the award search by the desired outcome, and reports where nothing matches', async () => {
    const market = await startMarket();
    const found = (await post(market, 'search', { query: 'award seats for miles' })) as unknown as Page;
    expect(found.items[0]?.capabilityId).toBe('get.awardatlas.api-awards-search');
    const nothing = await post(market, 'search', { query: 'zebra xylophone' });
    expect(nothing).toMatchObject({ kind: 'no_candidates', count: 0, query: 'zebra xylophone' });
    for (const answer of [found, nothing]) expect(answerErrors('SearchToolsResponse', answer)).toEqual([]);
    expect(await post(market, 'search', { query: '?!' })).toMatchObject({
      kind: 'unavailable',
      reason: 'query_invalid',
    });
  });

  it('compares up to four Tools and names the missing ones', async () => {
    const market = await startMarket();
    const refs = (await everyTool(market)).slice(0, 3).map((item) => item.toolRef);
    const unknown = `operation:v1:${'0'.repeat(64)}`;
    const compared = await post(market, 'compare', { toolRefs: [...refs, unknown] });
    expect(answerErrors('CompareToolsResponse', compared)).toEqual([]);
    expect((compared.tools as Item[]).map((tool) => tool.toolRef)).toEqual(refs);
    expect(compared.missing).toEqual([unknown]);
    expect(await post(market, 'compare', { toolRefs: [...refs, unknown, refs[0]] })).toMatchObject({
      status: 400,
    });
    expect(await post(market, 'describe', { toolRef: unknown })).toEqual({
      kind: 'not_found',
      toolRef: unknown,
    });
  });
});

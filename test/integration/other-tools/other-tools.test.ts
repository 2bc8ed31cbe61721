import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXPECTED_INPUT_SCHEMA } from '#shared/award-search/expected-schema.ts';
import { requests } from '#shared/contract/index.ts';
import { openedApp } from './opened-app.ts';

const FACTS = 'post.aerofacts.v2-airports-batch-lookup';
const CARBON = 'post.greenmiles.api-v1-footprint';
const AWARD = 'get.awardatlas.api-awards-search';

let milepost: Awaited<ReturnType<typeof openedApp>>;
beforeEach(async () => {
  milepost = await openedApp();
});
afterEach(() => milepost.close());

const seen = async (endpoint: string) => (await milepost.control.state()).seen.counts[endpoint] ?? 0;

describe('any callable Tool', () => {
  it('is described with its schema, checked, quoted, approved and called, and its output survives a restart without the service', async () => {
    const { toolRef, page } = await milepost.described(FACTS);
    expect(page?.posture.state).toBe('callable');
    expect(page?.tool?.inputJsonSchema).toMatchObject({ required: ['airports'] });

    const input = { airports: ['LHR', 'JFK', 'SIN'], options: { distance_unit: 'miles' } };
    expect(await milepost.handlers.catalogue.checkInput({ toolRef, input })).toEqual({
      problems: [],
      notice: null,
    });
    const purchase = await milepost.buy(toolRef, input);
    expect(purchase).toMatchObject({
      state: 'completed',
      runId: null,
      title: 'Airport facts for a list of airports: LHR, JFK, SIN, miles',
    });

    const { purchaseId } = purchase;
    const stored = requests.outputs.read.output.parse(await milepost.handlers.outputs.read({ purchaseId }));
    expect(stored).toMatchObject({
      toolRef,
      toolTitle: 'Airport facts for a list of airports',
      input,
      runId: null,
    });
    expect(stored.requestId).toBe(purchase.requestId);
    expect(stored.outputSchema).toEqual(page?.tool?.outputJsonSchema);
    expect(stored.output).toHaveLength(3);
    expect(stored.output).toMatchObject([
      { code: 'LHR', distance_from_first: 0 },
      { code: 'JFK' },
      { code: 'SIN' },
    ]);

    await milepost.stopMarketplace();
    await milepost.restart();
    expect(await milepost.handlers.outputs.read({ purchaseId })).toEqual(stored);
    const { items } = requests.outputs.list.output.parse(await milepost.handlers.outputs.list({}));
    expect(items.map((one) => one.purchaseId)).toEqual([purchaseId]);
  });

  it('reports problems by JSON pointer, and sends nothing to the service', async () => {
    const { toolRef } = await milepost.described(CARBON);
    const before = await seen('tool.quote');
    const input = {
      journey: { from: 'lhr', via: ['SIN', 'x'] },
      cabin: 'sofa',
      passengers: 0.5,
      colour: 'red',
    };
    const { problems, notice } = await milepost.handlers.catalogue.checkInput({ toolRef, input });
    expect(notice).toBeNull();
    expect(problems.map(({ pointer }) => pointer).sort()).toEqual(
      [
        '/cabin',
        '/colour',
        '/journey/from',
        '/journey/to',
        '/journey/via/1',
        '/passengers',
        '/passengers',
      ].sort(),
    );
    await expect(milepost.handlers.purchases.quote({ toolRef, input })).rejects.toMatchObject({
      failure: {
        code: 'invalid_input',
        fields: { 'journey.to': 'Is needed.', cabin: expect.stringContaining('economy') },
      },
    });
    expect(await seen('tool.quote')).toBe(before);
    expect((await milepost.handlers.purchases.list({})).total).toBe(0);
  });

  it('cannot be quoted while it needs setup, and states so in the service’s terms', async () => {
    await milepost.control.behave({ tools: { [CARBON]: { posture: 'setup_required' } } });
    const { toolRef, page } = await milepost.described(CARBON);
    expect(page?.posture).toMatchObject({ state: 'needs_setup', reason: 'setup_required' });
    const input = { journey: { from: 'LHR', to: 'JFK' } };
    await expect(milepost.handlers.purchases.quote({ toolRef, input })).rejects.toMatchObject({
      failure: { code: 'not_callable', message: expect.stringContaining(page?.posture.words ?? '?') },
    });
    expect(await seen('tool.quote')).toBe(0);
  });

  it('has no output to read before it returned one', async () => {
    await expect(milepost.handlers.outputs.read({ purchaseId: 'none' })).rejects.toMatchObject({
      failure: { code: 'not_found' },
    });
  });
});

describe('an award search that departs from the contract', () => {
  const input = { origin_airport: 'JFK', destination_airport: 'LHR' };
  const awardTool = async () => (await milepost.handlers.awards.tools({ refresh: true })).tools[0];

  it('is listed at another version, is filled in by its own schema, and returns an output and no records', async () => {
    expect((await awardTool())?.drift).toBeNull();
    await milepost.control.behave({ tools: { [AWARD]: { version: 2 } } });
    const tool = await awardTool();
    expect(tool).toMatchObject({ version: '2', drift: { otherVersion: true } });
    const purchase = await milepost.buy(tool?.tool.toolRef ?? '', input);
    expect(purchase).toMatchObject({ state: 'completed', runId: null });
    const stored = await milepost.handlers.outputs.read({ purchaseId: purchase.purchaseId });
    expect(stored.output).toMatchObject({ hasMore: expect.any(Boolean), data: expect.any(Array) });
    expect(await milepost.handlers.results.searches(undefined)).toEqual([]);
  });

  it('is described with another input, side by side, is validated against that input, and its records are stored as records', async () => {
    const { carriers: _carriers, ...properties } = EXPECTED_INPUT_SCHEMA.properties;
    const inputJsonSchema = {
      ...EXPECTED_INPUT_SCHEMA,
      properties: {
        ...properties,
        take: { type: 'integer', minimum: 1, maximum: 50 },
        market: { type: 'string' },
      },
      required: ['origin_airport', 'destination_airport', 'market'],
    };
    await milepost.control.behave({ tools: { [AWARD]: { inputJsonSchema } } });
    const tool = await awardTool();
    expect(tool?.drift?.rows.filter(({ changes }) => changes.length > 0)).toEqual([
      { property: 'carriers', expected: 'string, optional', described: null, changes: ['removed'] },
      {
        property: 'take',
        expected: 'integer, optional, minimum 10, maximum 1000',
        described: 'integer, optional, minimum 1, maximum 50',
        changes: ['another limit: minimum', 'another limit: maximum'],
      },
      { property: 'market', expected: null, described: 'string, required', changes: ['added'] },
    ]);

    const toolRef = tool?.tool.toolRef ?? '';
    const { problems } = await milepost.handlers.catalogue.checkInput({
      toolRef,
      input: { ...input, carriers: 'BA' },
    });
    expect(problems.map(({ pointer }) => pointer).sort()).toEqual(['/carriers', '/market']);
    const purchase = await milepost.buy(toolRef, { ...input, market: 'US' });
    expect(purchase.state).toBe('completed');
    expect(purchase.runId).not.toBeNull();
    expect(await milepost.handlers.results.searches(undefined)).toHaveLength(1);
  });
});

describe('answers of the catalogue that cannot be read', () => {
  const strange = (on: string) =>
    milepost.control.inject({ kind: 'replace_body', on, body: { kind: 'something_new', more: [1] } });

  it.each(['registry.tools.list', 'registry.tools.describe', 'registry.tools.compare'])(
    'are reported as an unknown kind and stored completely: %s',
    async (operation) => {
      const { toolRef } = await milepost.described(FACTS);
      await strange(operation);
      const { catalogue } = milepost.handlers;
      const shown =
        operation === 'registry.tools.list'
          ? await catalogue.list({ from: 'service', filters: {} })
          : operation === 'registry.tools.compare'
            ? await catalogue.compare({ from: 'service', toolRefs: [toolRef] })
            : await catalogue.describe({ from: 'service', toolRef });
      expect(shown?.provenance.requestId).not.toBeNull();
      expect(shown?.raw).toEqual({ kind: 'something_new', more: [1] });
      expect(JSON.stringify(shown)).toContain('“something_new”');
    },
  );
});

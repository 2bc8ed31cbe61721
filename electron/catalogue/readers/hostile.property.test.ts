import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeReading, explainAbsence } from '#shared/catalogue/absence.ts';
import { catalogueFreshnessSchema } from '#shared/catalogue/freshness.ts';
import { postureSchema, toolDetailSchema, toolSchema } from '#shared/contract/catalogue.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { hostileText, mutated } from '../../marketplace/testing/hostile-json.ts';
import { readFreshness } from './freshness-reading.ts';
import { readPosture } from './posture.ts';
import { readToolList } from './tool-list-reading.ts';
import { readTool, readToolDetail } from './tool-reading.ts';

const TOOL = {
  toolRef: 'operation:v1:1',
  capabilityId: 'get.p.api-awards-search',
  title: 'Award seats',
  description: 'Award seats',
  provider: { name: 'P', slug: 'p' },
  displayPrice: { kind: 'indicative', amount: { currency: 'USD', units: '22000', exponent: 6 } },
  healthStatus: 'operational',
  lastCheckedAt: 1_790_000_000_000,
  inputJsonSchema: { type: 'object' },
  materialTerms: [{ label: 'Version', value: '1' }],
  dataUse: [{ inputPointer: '/a', classification: 'public', phase: 'p', recipient: 'r', purposes: ['x'] }],
  effects: [{ class: 'data_release', authority: 'explicit', reversibility: 'no' }],
  authentication: { kind: 'x402' },
  payment: { protocol: 'x402' },
};
const LIST = {
  kind: 'ok',
  items: [TOOL, { ...TOOL, toolRef: 'operation:v1:2' }],
  pagination: { hasMore: false },
  freshness: { state: 'fresh' },
};

const both = (right: unknown) =>
  fc.oneof(
    mutated(right),
    hostileText.map((text) => JSON.parse(text) as unknown),
  );

test('whatever comes as a Tool is left out or fits the contract with the screens', () => {
  let read = 0;
  fc.assert(
    fc.property(both(TOOL), (value) => {
      const tool = readTool(value);
      if (tool !== null) toolSchema.parse(tool);
      const detail = readToolDetail(value);
      if (detail !== null) toolDetailSchema.parse(detail);
      if (tool !== null && detail !== null) read += 1;
    }),
    { numRuns: propertyRuns(700, 2_000) },
  );
  expect(read).toBeGreaterThan(0);
});

test('whatever comes as a list, its Tools fit, and only an answer that was understood may prove an absence', () => {
  const freshness = catalogueFreshnessSchema.parse({
    status: 'fresh',
    statusText: 'fresh',
    refreshState: null,
    completedAt: null,
    lastError: null,
    contradiction: null,
    readAt: 1,
  });
  let proofs = 0;
  fc.assert(
    fc.property(both(LIST), (body) => {
      const read = readToolList(body, 1);
      for (const tool of read.items) toolSchema.parse(tool);
      expect(read.raw).toHaveLength(read.items.length);
      if (read.freshness !== null) catalogueFreshnessSchema.parse(read.freshness);
      const { proven } = explainAbsence(
        completeReading({
          fromService: true,
          freshness,
          answers: [read.read],
          fromStart: true,
          filtered: false,
        }),
      );
      if (!read.answered || !read.complete || read.hasMore) expect(proven).toBe(false);
      else proofs += 1;
    }),
    { numRuns: propertyRuns(700, 2_000) },
  );
  // Otherwise the rule above was never put to the test.
  expect(proofs).toBeGreaterThan(0);
});

test('whatever comes as freshness or as a description is reported in words, and nothing unread is callable', () => {
  const reached = { fresh: 0, callable: 0 };
  fc.assert(
    fc.property(both({ kind: 'found', status: 'fresh' }), (body) => {
      const freshness = catalogueFreshnessSchema.parse(readFreshness(body, 1));
      if (freshness.status === 'fresh') {
        reached.fresh += 1;
        expect(freshness.statusText.toLowerCase()).toContain('fresh');
      }
      const posture = postureSchema.parse(readPosture(body));
      expect(posture.words).not.toBe('');
      const kind = typeof body === 'object' && body !== null && 'kind' in body ? body.kind : undefined;
      if (posture.state === 'callable') {
        reached.callable += 1;
        expect(String(kind).toLowerCase()).toContain('found');
      }
    }),
    { numRuns: propertyRuns(700, 2_000) },
  );
  expect(Object.values(reached).every((times) => times > 0)).toBe(true);
});

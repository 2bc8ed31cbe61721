import { describe, expect, test } from 'vitest';
import { awardSearchProvider, isOtherVersion } from '#shared/award-search/capability.ts';
import { readToolDetail } from './tool-reading.ts';

const NAME = 'get.sky.api-awards-search';
const DIGEST = 'a3f09c'.repeat(10);

describe('the award search is recognised by what §1.7 shows', () => {
  test.each<[string, object]>([
    ['its operation id', { operationId: `capability:${NAME}` }],
    ['its capability name and version', { capabilityName: NAME, capabilityVersion: 1 }],
    ['a capability with both', { capability: { name: NAME, version: '1' } }],
    ['name and version in one text', { capabilityId: `${NAME}, version 1` }],
    ['a version behind a sign', { capabilityId: `${NAME}@1` }],
    ['beside an id of its own', { capabilityId: 'cap_7', operationId: `capability:${NAME}` }],
  ])('%s, with an opaque Tool version beside', (_, names) => {
    const tool = readToolDetail({ toolRef: 't', toolVersion: DIGEST, ...names });
    expect(awardSearchProvider(tool?.capabilityId ?? '')).toBe('sky');
    expect(isOtherVersion(tool?.version ?? null)).toBe(false);
  });

  test('another version is still another', () => {
    const tool = readToolDetail({
      toolRef: 't',
      toolVersion: DIGEST,
      capabilityName: NAME,
      capabilityVersion: 2,
    });
    expect(isOtherVersion(tool?.version ?? null)).toBe(true);
    expect(isOtherVersion('v2.0')).toBe(true);
  });

  test('another capability is not', () => {
    expect(awardSearchProvider('get.sky.api-hotels-search')).toBeUndefined();
    expect(awardSearchProvider('get.a b.api-awards-search')).toBeUndefined();
  });
});

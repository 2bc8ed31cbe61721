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
    ['a version with a point', { capabilityId: `${NAME}.v1` }],
    ['a version as in an address', { capabilityId: `${NAME}?version=1` }],
    ['a version in brackets', { capabilityId: `${NAME} (version 1.0)` }],
    ['percent-encoding', { operationId: 'capability%3Aget%2Esky%2Eapi-awards-search%401' }],
    ['spaces around', { operationId: ` capability: ${NAME} ` }],
    ['an operation of its own', { operation: { id: `capability:${NAME}` } }],
    ['its capability’s id', { capability: { id: NAME, version: { major: 1, minor: 2 } } }],
    ['its reference', { toolRef: `capability:${NAME}` }],
    ['a version with a nought', { capabilityName: NAME, capabilityVersion: '01' }],
    ['a version in words', { capabilityName: NAME, capabilityVersion: 'version-1' }],
    ['underscores', { operationId: 'get_sky_api_awards_search' }],
    ['underscores throughout', { operationId: 'capability_get_sky_api_awards_search_v1' }],
    ['hyphens', { capabilityId: 'get-sky-api-awards-search-v1' }],
    ['underscores between its words alone', { capabilityId: 'get.sky.api_awards_search' }],
    ['words that begin with capitals', { operationId: 'getSkyApiAwardsSearch' }],
    ['words that begin with capitals, and a version', { operationId: 'GetSkyApiAwardsSearchV1' }],
    ['a version before it', { capabilityId: `v1.${NAME}` }],
    ['a version before it as in an address', { operationId: `capability:v1/${NAME}` }],
    ['a version before it all', { operationId: `v1/capability:${NAME}` }],
    ['a reference to its operation', { operationRef: `capability:${NAME}` }],
    ['a list of what it can do', { capabilities: ['hotels', `${NAME}@1`] }],
    ['a list of records', { capabilities: [{ name: 'x' }, { name: NAME, version: 1 }] }],
    ['a list of its operations', { operations: [{ operationId: `capability:${NAME}` }] }],
    ['beside an id of its own', { capabilityId: 'cap_7', operationId: `capability:${NAME}` }],
    ['the label of the contract', { 'Capability name and version': `${NAME}, version 1` }],
    ['a term', { materialTerms: [{ label: 'Operation ID', value: `capability:${NAME}` }] }],
    [
      'terms of its name and version',
      {
        materialTerms: { 'Capability name': NAME, 'Capability version': '1', Version: '7' },
      },
    ],
    ['facts within it', { facts: { 'Operation ID': `capability:${NAME}` } }],
    ['a listing that counts its own versions', { listing: { capabilityVersion: 1, version: 7 }, name: NAME }],
    ['a reference to its capability', { capabilityRef: { id: NAME, version: 1 } }],
    ['a version of three parts and a mark', { capabilityId: `${NAME}@1.0.0-beta.1` }],
    ['a version as one more part', { capabilityId: `${NAME}.1` }],
    ['a version in hyphens', { capabilityId: `${NAME}-version-1` }],
    ['a version in a path', { capabilityId: `${NAME}/versions/1` }],
    ['slashes', { operationId: 'capability/get/sky/api-awards-search' }],
    ['colons', { operationId: 'capability:get:sky:api-awards-search' }],
    ['a name that is an address', { id: `https://market.example/capabilities/${NAME}` }],
    ['a URN', { id: `urn:capability:${NAME}` }],
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
    for (const written of [
      'v2.0',
      'version-2',
      'Version: 2',
      '02',
      'v.3',
      '2 (beta)',
      '2.x',
      '^2',
      'v 2',
      '2,0',
    ])
      expect(isOtherVersion(written)).toBe(true);
    for (const other of [
      { capabilityId: `${NAME}.v2` },
      { capabilityId: `${NAME}%40v2` },
      { capability: { name: NAME, version: { major: 2 } } },
      { capabilityId: `v2/${NAME}` },
      { operationId: 'getSkyApiAwardsSearchV2' },
      { operationId: 'get_sky_api_awards_search_v2' },
      { capabilities: [{ name: NAME, version: 2 }] },
      { capabilityId: `${NAME}@2`, capabilityVersion: 1 },
      { operation: { id: NAME, version: 2 }, capabilityVersion: 1 },
      { capabilityName: NAME, materialTerms: { 'Capability name and version': `${NAME}, version 2` } },
    ])
      expect(isOtherVersion(readToolDetail({ toolRef: 't', ...other })?.version ?? null)).toBe(true);
  });

  test('another capability is not', () => {
    expect(awardSearchProvider('get.sky.api-hotels-search')).toBeUndefined();
    for (const other of ['get.a b.api-awards-search', `${NAME}-vip`, `${NAME}.v`, `${NAME}s`, '%E0%A4%A'])
      expect(awardSearchProvider(other)).toBeUndefined();
    for (const other of [
      'get_sky.api-awards-search',
      'getApiAwardsSearch',
      'getskyapiawardssearch',
      'forgetSkyApiAwardsSearch',
      'get_sky_api_awards_search_export',
      'budget_sky_api_awards_search',
    ])
      expect(awardSearchProvider(other)).toBeUndefined();
    const two = { capabilities: [NAME, 'get.sea.api-awards-search'] };
    expect(readToolDetail({ toolRef: 't', ...two })?.capabilityId).toBeNull();
  });

  const HOTELS = 'get.sky.api-hotels-search';
  test.each<[string, object]>([
    ['an id that names another one', { capabilityId: HOTELS, operationId: `capability:${NAME}` }],
    ['an operation of another one', { capabilityId: NAME, operationId: `capability:${HOTELS}` }],
    ['a reference to it alone', { capabilityId: HOTELS, toolRef: `capability:${NAME}` }],
    ['a list that names it', { capabilityId: HOTELS, capabilities: [NAME] }],
    ['records that disagree', { capability: { name: HOTELS }, operation: { id: NAME } }],
    ['two providers', { capabilityId: NAME, operationId: 'capability:get.sea.api-awards-search' }],
    ['a text about it', { description: `Like ${NAME}`, title: `Instead of ${NAME}` }],
    ['one that it replaces', { replaces: NAME, alternatives: [{ capabilityId: NAME }] }],
  ])('nor is one with %s', (_, names) => {
    const tool = readToolDetail({ toolRef: 't', toolVersion: DIGEST, ...names });
    expect(awardSearchProvider(tool?.capabilityId ?? '')).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { grantedOf } from './granted.ts';

const KEY = 'aek_live_4fQ9z-Kd72mNx0aB';
const client = { client_id: 'milepost-1' };
const input = { scopes: ['market_tools:call'] };
const granted = (scope?: string) =>
  grantedOf(
    { access_token: KEY, token_type: 'bearer', ...(scope !== undefined && { scope }) },
    input,
    client,
  );

it('has the scopes that were granted, or the requested ones', () => {
  expect(granted('market_tools:call account:read').scopes).toEqual(['market_tools:call', 'account:read']);
  expect(granted().scopes).toEqual(['market_tools:call']);
});

it.each([KEY, `key:${KEY}`, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')])(
  'the key is in no scope, which the data file and the page get: %s',
  (written) => {
    expect(granted(`market_tools:call ${written}`).scopes).toEqual(['market_tools:call']);
  },
);

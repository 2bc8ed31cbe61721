import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ROLES } from '../../../electron/marketplace/http/answer.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { bodyOf, type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';

let demo: ControlledMarketplace;
let opened: OpenedMarketplace | undefined;

beforeAll(async () => {
  demo = await startControlledMarketplace();
});
afterAll(() => demo.close());
afterEach(async () => {
  opened?.close();
  opened = undefined;
  await demo.control.reset();
});

const open = (): OpenedMarketplace => {
  opened = openMarketplace(demo.baseUrl, { key: demo.issueKey() });
  return opened;
};

test('every role is bound, the documented ones by the contract and the others by their words', async () => {
  const { marketplace } = open();
  await marketplace.refreshDocument();
  const report = marketplace.bindings();
  expect(report.notices).toEqual([]);
  expect(Object.fromEntries(report.roles.map(({ role, bound }) => [role, bound?.by]))).toEqual(
    Object.fromEntries(
      ROLES.map((role) => [
        role,
        ['freshness', 'search', 'sandboxReference'].includes(role) ? 'contract' : 'words',
      ]),
    ),
  );
  expect(report.document?.openapi).toBe('3.1.0');
});

test('a document that is missing leaves the documented endpoints working and states why the others are not', async () => {
  await demo.control.inject({ on: 'openapi', kind: 'status', status: 404, times: 'always' });
  const { marketplace } = open();
  bodyOf(await marketplace.ask('freshness', {}));
  bodyOf(await marketplace.ask('search', { query: 'award seat search' }));
  const reply = await marketplace.ask('list', {});
  expect(!reply.ok && reply.failure).toMatchObject({ code: 'unbound', delivery: 'not_sent' });
  expect(marketplace.bindings().notices.join(' ')).toContain('could not be fetched');
  const available = marketplace.available('quote');
  expect(!available.ok && available.why).toContain('document');
});

test('the cached document is used while the service is unreachable', async () => {
  const stopped = await startControlledMarketplace();
  opened = openMarketplace(stopped.baseUrl, { key: stopped.issueKey(), storedAs: 'gone' });
  await opened.marketplace.refreshDocument();
  await stopped.close();
  opened = opened.reopen();
  const { marketplace } = opened;
  await marketplace.refreshDocument();
  expect(marketplace.available('quote')).toEqual({ ok: true });
  expect(marketplace.bindings().notices.join(' ')).toContain('works from the one that it cached');
  const reply = await marketplace.ask('list', {});
  expect(!reply.ok && reply.failure).toMatchObject({ code: 'offline', delivery: 'not_sent' });
  expect(marketplace.network().state).toBe('offline');
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { member } from '../../../electron/marketplace/answers/reading.ts';
import { ROLES } from '../../../electron/marketplace/http/answer.ts';
import type { LiveMarketplace } from '../../../electron/marketplace/marketplace.ts';
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
  await demo.control.reset({ books: true });
});

const open = (): OpenedMarketplace => {
  opened = openMarketplace(demo.baseUrl, { key: demo.issueKey() });
  return opened;
};

/** The award search Tool's reference, found as the product finds it. */
async function awardToolRef(marketplace: LiveMarketplace): Promise<string> {
  const body = bodyOf(await marketplace.ask('search', { query: 'award seat search' }));
  const items = member(body, 'items');
  const award = (Array.isArray(items) ? items : []).find((item) =>
    String(member(item, 'capabilityId')).includes('api-awards-search'),
  );
  return String(member(award, 'toolRef'));
}

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

test('paths renamed while the program runs are requested under their new names', async () => {
  const { marketplace } = open();
  const toolRef = await awardToolRef(marketplace);
  await marketplace.refreshDocument();
  await demo.control.behave({ openapi: 'renamed_paths' });
  // The document was read just now, so it is not read again at every refusal; the user may request it.
  await marketplace.refreshDocument();
  expect((await marketplace.ask('describe', { toolRef })).ok).toBe(true);
});

test('a contradiction makes the document be read again and the read repeated under the new name', async () => {
  let now = Date.now();
  opened = openMarketplace(demo.baseUrl, { clock: () => now });
  const { marketplace } = opened;
  await marketplace.refreshDocument();
  await demo.control.behave({ openapi: 'renamed_paths' });
  now += 2 * 60_000;
  const reply = await marketplace.ask('list', {});
  expect(reply.ok && member(reply.answer.body, 'kind')).toBe('ok');
});

test('a document that is missing leaves the documented endpoints working and states why the others are not', async () => {
  await demo.control.behave({ openapi: 'missing' });
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

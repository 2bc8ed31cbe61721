/**
 * Whatever any handler of the contract throws: the page gets a message of our own and a way forward, from both hosts.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { IpcMainInvokeEvent } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ContractFailure, type Crossing } from '#shared/contract/failure.ts';
import { type ContractHandlers, requests } from '#shared/contract/index.ts';
import { FIRST_OPENING } from '#shared/opening.ts';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { type BrowserHost, startBrowserHost } from '../../../electron/hosts/browser-host.ts';
import { channelOf, everyRequest } from '../../../electron/hosts/channels.ts';
import { type IpcHostDeps, startIpcHost } from '../../../electron/hosts/ipc-host.ts';
import { mappedStorageErrors } from '../../../electron/storage/mapped-errors.ts';
import { contractInputs } from '../electron/contract-inputs.ts';

const SECRET = 'aek_live_must_not_leave';

/** SQLite's own error for a violated uniqueness constraint. */
function constraintBroken(): unknown {
  const db = new Database(':memory:');
  db.exec(`CREATE TABLE ${SECRET} (quote_ref TEXT UNIQUE); INSERT INTO ${SECRET} VALUES ('q')`);
  try {
    db.exec(`INSERT INTO ${SECRET} VALUES ('q')`);
  } catch (error) {
    return error;
  } finally {
    db.close();
  }
  throw new Error('SQLite took a second row');
}

const sqlite = (code: string): unknown => new Database.SqliteError(`${SECRET} failed`, code);

const ERRORS: readonly [string, () => unknown][] = [
  ['a constraint of SQLite', constraintBroken],
  ['an SQL error', () => sqlite('SQLITE_ERROR')],
  ['a full disk', () => sqlite('SQLITE_FULL')],
  ['a locked file', () => sqlite('SQLITE_BUSY')],
  ['a file that another read meanwhile', () => sqlite('SQLITE_BUSY_SNAPSHOT')],
  ['a table that is held', () => sqlite('SQLITE_LOCKED_SHAREDCACHE')],
  ['a damaged file', () => sqlite('SQLITE_CORRUPT_INDEX')],
  ['a file of something else', () => sqlite('SQLITE_NOTADB')],
  ['a file that may not be written', () => sqlite('SQLITE_READONLY_DBMOVED')],
  ['a disk that fails', () => sqlite('SQLITE_IOERR_WRITE')],
  ['a file that cannot be opened', () => sqlite('SQLITE_CANTOPEN_ISDIR')],
  ['no memory for SQLite', () => sqlite('SQLITE_NOMEM')],
  ['a code that no version has', () => sqlite(`SQLITE_${SECRET}`)],
  ['a text that is too large', () => sqlite('SQLITE_TOOBIG')],
  ['a full disk beside SQLite', () => Object.assign(new Error(SECRET), { code: 'ENOSPC' })],
  ['several errors at once', () => new AggregateError([new Error(SECRET)], SECRET)],
  ['an error of another realm', () => ({ name: 'SqliteError', code: 'SQLITE_CORRUPT', message: SECRET })],
  ['a deadline', () => new DOMException(SECRET, 'AbortError')],
  ['a TypeError', () => new TypeError(`cannot read ${SECRET}`)],
  ['a RangeError', () => new RangeError(SECRET)],
  ['a ZodError', () => z.object({ [SECRET]: z.string() }).safeParse({}).error],
  ['a SyntaxError', () => new SyntaxError(`Unexpected token ${SECRET}`)],
  ['a plain Error', () => new Error(SECRET)],
  ['an Error without words', () => new Error('')],
  ['a failure without words', () => new ContractFailure({ code: 'x', message: '' })],
  ['a text', () => SECRET],
  ['nothing at all', () => undefined],
  ['null', () => null],
  ['an object', () => ({ code: 7, message: SECRET })],
  ['an object without a prototype', () => Object.assign(Object.create(null), { code: SECRET })],
  ['a code that is no text', () => Object.assign(new Error(SECRET), { code: Object.create(null) })],
  ['a symbol', () => Symbol(SECRET)],
  ['a function', () => () => SECRET],
];

let thrown: unknown;
/** How a handler fails: at once, as it is awaited, or later; each error and each handler in several of them. */
const WAYS: readonly (() => unknown)[] = [
  () => {
    throw thrown;
  },
  () => Promise.reject(thrown),
  async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw thrown;
  },
];
let way = 0;
const throwing = Object.fromEntries(
  Object.entries(requests).map(([group, names]) => [
    group,
    Object.fromEntries(Object.keys(names).map((name) => [name, () => WAYS[way]?.()])),
  ]),
) as unknown as ContractHandlers; // one function for each request of the contract, by construction

type Ask = (group: string, name: string, input: unknown) => Promise<Crossing<unknown>>;
const inputOf = (group: string, name: string): unknown =>
  (contractInputs as Record<string, Record<string, unknown>>)[group]?.[name];

const OWN_PAGE = 'app://milepost/index.html';

/** Both hosts over the handlers, as a page reaches them. */
async function bothHosts(handlers: ContractHandlers) {
  const rendererRoot = mkdtempSync(join(tmpdir(), 'milepost-page-'));
  writeFileSync(join(rendererRoot, 'index.html'), '<p>page</p>');
  const served = { handlers, subscribe: () => () => {}, checkOutput: true, report: () => {} };
  const browser: BrowserHost = await startBrowserHost({
    ...served,
    served: async () => served,
    rendererRoot,
    opening: () => FIRST_OPENING,
    port: 0,
  });
  const { origin, hash } = new URL(browser.url);
  const channels = new Map<string, Parameters<IpcHostDeps['ipcMain']['handle']>[1]>();
  const ipc = startIpcHost({
    ...served,
    ipcMain: {
      handle: (channel, listener) => void channels.set(channel, listener),
      removeHandler: (channel) => void channels.delete(channel),
    },
    windows: () => [],
    isOwnPage: (url) => url === OWN_PAGE,
    pageListens: () => {},
  });
  const event = { senderFrame: { parent: null, url: OWN_PAGE } } as unknown as IpcMainInvokeEvent; // the only members that are read
  const ask: Record<string, Ask> = {
    browser: async (group, name, input) => {
      const answer = await fetch(`${origin}/api/${group}/${name}`, {
        method: 'POST',
        headers: { [SECRET_HEADER]: hash.slice(1), 'content-type': 'application/json' },
        body: JSON.stringify({ input }),
      });
      return (await answer.json()) as Crossing<unknown>;
    },
    Electron: async (group, name, input) => channels.get(channelOf(group, name))?.(event, input),
  };
  return {
    ask,
    close: async () => {
      ipc.stop();
      await browser.close();
    },
  };
}

/** `npm test` tries each error at one of the hosts, `--all` at both. */
let turn = 0;

describe('handlers as the program wraps them', () => {
  let hosts: Awaited<ReturnType<typeof bothHosts>>;
  beforeAll(async () => {
    hosts = await bothHosts(mappedStorageErrors(throwing, '/nowhere/milepost.sqlite'));
  });
  afterAll(() => hosts.close());

  describe.each(['browser', 'Electron'])('by the %s host', (host) => {
    turn += 1;
    it.each(ERRORS.filter((_, place) => (place + turn) % propertyRuns(2, 1) === 0))(
      '%s in any handler crosses as a message and a way forward',
      { timeout: 60_000 },
      async (_name, make) => {
        thrown = make();
        const ask = hosts.ask[host];
        expect(everyRequest.length).toBeGreaterThan(100);
        way = (way + 1) % WAYS.length;
        const crossings = await Promise.all(
          everyRequest.map(async ({ group, name }) => ({
            place: `${group}.${name}`,
            crossing: await ask?.(group, name, inputOf(group, name)),
          })),
        );
        for (const { place, crossing } of crossings) {
          if (crossing === undefined || crossing.ok) throw new Error(`${place} did not fail`);
          const { code, message } = crossing.failure;
          expect(`${place} ${code}`).toMatch(/ (internal|storage_[a-z_]+)$/u);
          expect(message.length).toBeGreaterThan(40);
          expect(message, place).toMatch(
            /[Tt]ry again|restart|until (?:there is space|its folder is writable)|Close it|Put a backup in its place|Check that its folder/u,
          );
          expect(JSON.stringify(crossing)).not.toMatch(
            /aek_live|constraint failed|quote_ref|undefined|\[object/u,
          );
        }
      },
    );
  });
});

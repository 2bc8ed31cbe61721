/** Whatever a handler throws, the page gets a message of our own and a way forward, and nothing of what was thrown. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ContractFailure } from '#shared/contract/failure.ts';
import { type ContractHandlers, requests } from '#shared/contract/index.ts';
import { mappedStorageErrors } from '../storage/mapped-errors.ts';
import { failureOf } from './error-messages.ts';
import { requestServer } from './serve-request.ts';

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

/** What a page is answered where a handler throws this, at once or later. */
async function crossingOf(thrown: unknown, read: () => unknown): Promise<unknown> {
  const handlers = mappedStorageErrors(
    { about: { read } } as unknown as ContractHandlers,
    '/milepost.sqlite',
  );
  const crossing = await requestServer({ handlers, checkOutput: true, report: () => {} })(
    'about',
    'read',
    undefined,
  );
  if (crossing.ok) throw new Error(`${String(thrown)} was no failure`);
  return crossing.failure;
}

it.each(ERRORS)('%s crosses as a message and a way forward', async (_name, make) => {
  const thrown = make();
  const failures = [
    await crossingOf(thrown, () => {
      throw thrown;
    }),
    await crossingOf(thrown, async () => {
      await null;
      throw thrown;
    }),
    ...Object.keys(requests).map((group) => failureOf(group, thrown)),
  ];
  for (const failure of failures) {
    expect(failure).toMatchObject({ code: expect.stringMatching(/^(?:internal|storage_[a-z_]+)$/u) });
    expect(failure).toMatchObject({
      message: expect.stringMatching(
        /[Tt]ry again|restart|until (?:there is space|its folder is writable)|Close it|Put a backup in its place|Check that its folder/u,
      ),
    });
    expect(JSON.stringify(failure)).not.toMatch(/aek_live|constraint failed|quote_ref|undefined|\[object/u);
  }
});

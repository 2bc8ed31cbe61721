import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Storage } from '../../storage/open.ts';
import { openDataFile } from '../../storage/testing/empty-data-file.ts';
import { documentCache, hashOf } from './document-cache.ts';

const MARKET = 'https://market.example/';
let folder: string;
let storages: Storage[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-document-'));
  storages = [];
});
afterEach(() => {
  for (const storage of storages) storage.close();
  rmSync(folder, { recursive: true });
});

function openFile(): Storage {
  const storage = openDataFile(join(folder, 'milepost.sqlite'));
  storages.push(storage);
  return storage;
}

const documentOf = (packed: Uint8Array) => ({
  hash: hashOf(packed),
  fetchedAt: 1,
  requestId: null,
  packed,
  changes: ['It says more.'],
  changedAt: null,
});
const small = documentOf(Buffer.from('one'));
const large = documentOf(randomBytes(3_000_000));
const other = documentOf(randomBytes(2_000_000));

const partsIn = ({ db }: Storage) => db.prepare('SELECT count(*) FROM service_document_parts').pluck().get();

/** From now on the disk is full once some of a document is written. */
const fillUp = ({ db }: Storage) =>
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON service_document_parts WHEN NEW.part = 3
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);

it('a document is read as it was written, whatever its size', async () => {
  const cache = documentCache(openFile(), MARKET);
  expect(cache.read()).toBeNull();
  for (const document of [small, large, other, small]) {
    await cache.write(document);
    expect(cache.read()).toEqual({ ...document, packed: Buffer.from(document.packed) });
  }
});

it('takes the room of the newest document alone, for each marketplace', async () => {
  const storage = openFile();
  for (const document of [large, other, small]) await documentCache(storage, MARKET).write(document);
  await documentCache(storage, 'https://another.example/').write(small);
  expect(partsIn(storage)).toBe(2);
});

it('keeps the one before where a new one cannot be written to its end', async () => {
  const storage = openFile();
  const cache = documentCache(storage, MARKET);
  await cache.write(other);
  fillUp(storage);
  await expect(cache.write(large)).rejects.toThrow('full');
  expect(cache.read()).toMatchObject({ hash: other.hash });
  storage.db.exec('DROP TRIGGER full');
  await cache.write(large);
  expect(cache.read()).toMatchObject({ hash: large.hash, packed: large.packed });
  expect(partsIn(storage)).toBe(6);
});

it('does not write again what is stored, but when it was fetched', async () => {
  const storage = openFile();
  const cache = documentCache(storage, MARKET);
  await cache.write(large);
  fillUp(storage);
  await cache.write({ ...large, fetchedAt: 2 });
  expect(cache.read()).toMatchObject({ fetchedAt: 2, packed: large.packed });
});

it('is whole or not there where two programs write at once', async () => {
  const caches = [openFile(), openFile()].map((storage) => documentCache(storage, MARKET));
  await Promise.all(caches.map((cache, n) => cache.write(n === 0 ? large : other)));
  for (const read of caches.map((cache) => cache.read()))
    if (read !== null) expect(hashOf(read.packed)).toBe(read.hash);
  await caches[0]?.write(large);
  expect(caches[1]?.read()).toMatchObject({ hash: large.hash, packed: large.packed });
});

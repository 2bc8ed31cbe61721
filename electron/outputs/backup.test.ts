import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Storage } from '../storage/open.ts';
import { openDataFile } from '../storage/testing/empty-data-file.ts';
import { copyOutputs } from './backup.ts';
import { openOutputs } from './outputs.ts';

let folder: string;
let storage: Storage;

function opened(name: string): Storage {
  const storage = openDataFile(join(folder, name));
  storage.db.pragma('foreign_keys = OFF');
  return storage;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-outputs-'));
  storage = opened('here.sqlite');
});
afterEach(() => {
  storage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes over purchase `p` of a backup that holds this answer, which was not understood. @param receivedAt UTC ms */
function copy(answer: string, receivedAt: number): void {
  rmSync(join(folder, 'there.sqlite'), { force: true });
  const there = opened('there.sqlite');
  openOutputs(there).storeCandidate('p', Buffer.from(answer), receivedAt);
  there.close();
  storage.db.prepare('ATTACH DATABASE ? AS other').run(join(folder, 'there.sqlite'));
  copyOutputs(storage.db)('p');
  storage.db.exec('DETACH DATABASE other');
}

it('restores a paid answer that was not understood, and of two the newer one', () => {
  const { textOf } = openOutputs(storage);
  copy('"first"', 2);
  expect(textOf('p')).toBe('"first"');
  copy('"older"', 1);
  expect(textOf('p')).toBe('"first"');
  copy('"newer"', 3);
  expect(textOf('p')).toBe('"newer"');
});

it('reads a page of a thousand records byte for byte, and packs it well', () => {
  const { store, bytesOf } = openOutputs(storage);
  const record = (number: number) => ({
    ID: createHash('sha256').update(`${number}`).digest('base64url').slice(0, 27),
    Source: 'united',
    Date: `2027-03-${String(1 + (number % 28)).padStart(2, '0')}`,
    JMileageCost: String(500 * ((number * 7919) % 300)),
    Route: {
      OriginAirport: 'LHR',
      OriginRegion: 'Europe',
      DestinationAirport: 'HND',
      Note: 'as it came'.repeat(12),
    },
  });
  const answer = Buffer.from(JSON.stringify({ data: Array.from({ length: 1000 }, (_, id) => record(id)) }));
  expect(answer.length).toBeGreaterThan(300_000);
  store('now', 'call', { bytes: answer, receivedAt: 1 }, []);
  expect(Buffer.from(bytesOf('now')?.bytes ?? []).equals(answer)).toBe(true);
  const stored = storage.db.prepare<[], number>('SELECT length(bytes) FROM outputs').pluck();
  // The fastest way of packing saves a fortieth of it.
  expect(stored.get()).toBeLessThan(0.9 * deflateRawSync(answer).length);
});

/** 3 MB that no packing shrinks below half of it. */
const LARGE = Buffer.from(`["${randomBytes(2_300_000).toString('base64')}"]`);
const pieces = (of: Storage) =>
  of.db.prepare<[], number>('SELECT count(DISTINCT answer) FROM output_pieces').pluck().get();

it('keeps of large answers what is named, byte for byte, and nothing else', async () => {
  const { store, storeCandidate, whileStored, bytesOf, textOf } = openOutputs(storage);
  const answers = ['a', 'b', 'c'].map((name) => Buffer.from(LARGE.toString().replace('"', `"${name}`)));
  const [first = LARGE, second = LARGE, third = LARGE] = answers;
  await whileStored(first, () => storeCandidate('p', first, 1));
  await Promise.all([
    whileStored(second, () => storeCandidate('p', second, 2)),
    whileStored(third, () => store('q', 'status', { bytes: third, receivedAt: 3 }, [])),
  ]);
  await whileStored(Buffer.from(LARGE), () => undefined);
  await expect(
    whileStored(Buffer.from(LARGE), () => {
      throw new Error('the disk');
    }),
  ).rejects.toThrow('the disk');
  expect(textOf('p')).toBe(second.toString());
  expect(Buffer.from(bytesOf('q')?.bytes ?? []).equals(third)).toBe(true);
  expect(pieces(storage)).toBe(2);
});

it('restores a large answer with all its pieces', async () => {
  const there = opened('there.sqlite');
  const outputs = openOutputs(there);
  await outputs.whileStored(LARGE, () => outputs.store('p', 'call', { bytes: LARGE, receivedAt: 1 }, []));
  there.close();
  storage.db.prepare('ATTACH DATABASE ? AS other').run(join(folder, 'there.sqlite'));
  copyOutputs(storage.db)('p');
  storage.db.exec('DETACH DATABASE other');
  expect(Buffer.from(openOutputs(storage).bytesOf('p')?.bytes ?? []).equals(LARGE)).toBe(true);
});

it('gives back a large answer as it came, understood or not', () => {
  const { store, bytesOf, outputOf, storeCandidate, textOf } = openOutputs(storage);
  const large = Array.from({ length: 50_000 }, (_, id) => ({ id, Source: 'united' }));
  const answer = Buffer.from(JSON.stringify(large));
  store('large', 'call', { bytes: answer, receivedAt: 1 }, []);
  storeCandidate('unread', answer, 1);
  expect(Buffer.from(bytesOf('large')?.bytes ?? []).equals(answer)).toBe(true);
  expect(textOf('large')).toBe(answer.toString());
  expect(textOf('unread')).toBe(answer.toString());
  expect(() => outputOf('large', { bytes: answer.length - 1, values: 1_000_000 })).toThrow(RangeError);
  expect(() => outputOf('large', { bytes: answer.length, values: 1_000 })).toThrow(ContractFailure);
});

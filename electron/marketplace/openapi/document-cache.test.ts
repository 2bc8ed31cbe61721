import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDataFile } from '../../storage/testing/empty-data-file.ts';
import { documentCache } from './document-cache.ts';

const documentOf = (text: string, requestId: string | null) => ({
  hash: text,
  fetchedAt: 1,
  requestId,
  packed: Buffer.from(text),
});

it('the newest document of each marketplace is read as it was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-document-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const storage = openDataFile(join(folder, 'milepost.sqlite'));
  onTestFinished(() => storage.close());
  const [market, another] = ['https://market.example/', 'https://another.example/'].map((identity) =>
    documentCache(storage, identity),
  );
  expect([market?.read(), market?.hadRequestId()]).toEqual([null, null]);
  for (const text of ['one', 'two']) market?.write(documentOf(text, text));
  another?.write(documentOf('three', null));
  expect([market?.read(), market?.hadRequestId()]).toEqual([documentOf('two', 'two'), true]);
  expect([another?.read(), another?.hadRequestId()]).toEqual([documentOf('three', null), false]);
});

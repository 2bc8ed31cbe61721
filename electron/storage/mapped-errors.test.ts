import { expect, it } from 'vitest';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { mappedStorageErrors } from './mapped-errors.ts';
import { emptyDataFile } from './testing/empty-data-file.ts';

it('reports in words what was asked for while the data file was closed', async () => {
  const { db } = emptyDataFile();
  const list = () => db.prepare('SELECT 1').get();
  const handlers = mappedStorageErrors({ trips: { list } } as unknown as ContractHandlers, 'milepost.sqlite');
  expect(await handlers.trips.list(undefined)).toEqual({ 1: 1 });
  db.close();
  await expect(handlers.trips.list(undefined)).rejects.toMatchObject({ failure: { code: 'closing' } });
});

it('says that what it was asked about is gone, and not which code SQLite has for it', async () => {
  const { db } = emptyDataFile();
  const list = () => db.prepare('INSERT INTO watched_searches (search_id, watched) VALUES (7, 1)').run();
  const handlers = mappedStorageErrors({ trips: { list } } as unknown as ContractHandlers, 'milepost.sqlite');
  await expect(handlers.trips.list(undefined)).rejects.toMatchObject({
    failure: { code: 'not_found', message: expect.not.stringContaining('SQLITE') },
  });
});

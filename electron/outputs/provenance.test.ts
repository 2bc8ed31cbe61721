import { expect, it } from 'vitest';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { openProvenance } from './provenance.ts';

const amount = (units: string) => JSON.stringify({ currency: 'USD', units, exponent: 6 });

it.each([
  ['what was charged', amount('9000'), amount('22000'), '9000'],
  ['the price where that is not stated', null, amount('22000'), '22000'],
  ['the price where that is damaged in the file', '{"currency":"USD"', amount('22000'), '22000'],
  ['the most that was approved where both are', '{', '{}', '30000'],
])('a record cost %s', (_which, charged, price, units) => {
  const storage = emptyDataFile();
  const columns = {
    ...{ id: 'p', state: 'completed', marketplace: 'https://m.example', demo: 0, key_mark: 'k' },
    ...{
      tool_ref: 't',
      tool_title: 'Award seat search',
      title: 'JFK to LHR',
      input: '{}',
      request_digest: 'd',
    },
    ...{ price, charged, ceiling: amount('30000'), created_at: 1, updated_at: 1 },
  };
  const names = Object.keys(columns);
  storage.db
    .prepare(`INSERT INTO purchases (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`)
    .run(columns);
  expect(openProvenance(storage)('p')?.cost?.units).toBe(units);
  storage.close();
});

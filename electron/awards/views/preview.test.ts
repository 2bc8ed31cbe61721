import { expect, it } from 'vitest';
import { previewOf } from './preview.ts';

it('looks for a metropolitan area under its airports, and sends its code as it was typed', async () => {
  const requested: unknown[] = [];
  const input = { origin_airport: 'NYC,BOS', destination_airport: 'LHR' };
  const preview = await previewOf(
    async (read) => {
      requested.push(read);
      return { records: 0, newestAt: null, scope: null, filter: {} };
    },
    async () => null,
    async (codes) => codes.flatMap((code) => (code === 'NYC' ? ['JFK', 'EWR', 'LGA'] : [code])),
    { input, provider: '' },
  );
  expect(requested).toEqual([{ origin_airport: 'JFK,EWR,LGA,BOS', destination_airport: 'LHR' }]);
  expect(preview.request).toMatchObject(input);
});

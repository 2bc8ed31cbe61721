import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAwardPage } from '#shared/award-search/response.ts';
import { addAmounts, zero } from '#shared/money.ts';
import { pages } from '../testing/arbitraries.ts';
import { record } from '../testing/recorded-both-ways.ts';
import { PRICE } from '../testing/stored-awards.ts';

it('every page is paid for once, and every record is new once', async () => {
  await fc.assert(
    fc.asyncProperty(pages, async (random) => {
      const { awards, storage, buy, pages: read, searches, searchOf } = record(random);
      const brought = await awards.reads.broughtByAll('demo');
      const [tool] = brought.tools;

      // Counted by hand: which IDs were there, in which cabin, and how many rows can be read.
      const known = new Set(
        read.flatMap(({ input, output }) =>
          readAwardPage(output)
            .rows.filter(({ quality }) => quality !== 'broken')
            .map((row) => `${input.cabin} ${row.record.recordId}`),
        ),
      );
      const paid = read.reduce((sum) => addAmounts(sum, PRICE), zero('USD'));
      expect(tool).toMatchObject({ pages: read.length, paid: [paid], newRecords: known.size });
      expect(brought.searches.map(({ searchId }) => searchId).sort()).toEqual([...searches].sort());

      for (const part of [
        'runs',
        'pages',
        'records',
        'newRecords',
        'broken',
        'refreshes',
        'nothingNew',
        'changes',
      ] as const)
        expect(brought.searches.reduce((sum, search) => sum + search[part], 0)).toBe(tool?.[part] ?? 0);
      for (const search of brought.searches) {
        const own = new Set(
          read
            .filter((page) => page.search === searchOf({ kind: 'search', searchId: search.searchId }))
            .map(({ runId }) => runId),
        );
        expect(search.runs).toBe(own.size);
        expect(search.refreshes).toBe(own.size - 1);
        expect(search.nothingNew).toBeLessThanOrEqual(search.refreshes);
      }

      // What was counted behind is what counting it now gives, also after some of the runs were written once more.
      await awards.runChanges.follow();
      expect(await awards.reads.broughtByAll('demo')).toEqual(brought);
      for (const [place, { input, runId }] of read.entries()) {
        const { output } = read[(place + 1) % read.length] ?? {};
        buy(output, { input, at: 5000 + place, ...(place % 3 !== 0 && { runId }) });
      }
      const counted = await awards.reads.broughtByAll('demo');
      storage.db.exec('DELETE FROM award_run_changes');
      expect(counted).toEqual(await awards.reads.broughtByAll('demo'));
      storage.close();
    }),
    { numRuns: 80 },
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addAmounts, zero } from '#shared/money.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves, provesInTime } from '#shared/testing/proves.ts';
import { openProvenance } from '../../outputs/provenance.ts';
import { createReader } from '../../storage/sql.ts';
import { prepareRunChanges } from '../price-standings.ts';
import { pages } from '../testing/arbitraries.ts';
import { record } from '../testing/recorded-both-ways.ts';
import { readPage } from '../testing/reference-awards.ts';
import { PRICE, request } from '../testing/stored-awards.ts';
import { broughtByAll, countWrittenSearches } from './brought.ts';
import { countWrittenRuns } from './run-changes.ts';

/** Pages of which every second one reads the first search again. */
const refreshed = pages.map((random) =>
  random.map((page, place) =>
    place % 2 === 0 ? page : { ...page, input: random[0]?.input ?? page.input, continues: false },
  ),
);

it('every page is paid for once, and every record is new once', async () => {
  await provesInTime(
    0.65,
    [refreshed],
    async (random) => {
      const { awards, storage, pages: read, searches, searchOf } = record(random);
      const brought = await awards.reads.broughtByAll('demo');
      const [tool] = brought.tools;

      // Counted independently: the IDs returned, by cabin, and the readable rows.
      const known = new Set(
        read.flatMap(({ input, output }) =>
          readPage({ input, output })
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

      storage.close();
      return brought.searches.some(({ refreshes }) => refreshes > 0);
    },
    { numRuns: propertyRuns(40, 400) },
  );
});

it('what was counted behind is what counting it now gives, whatever was written, paid or renamed since', () => {
  proves(
    0.7,
    [pages, fc.boolean()],
    (random, isCountedBetween) => {
      const {
        awards,
        storage,
        buy,
        pages: read,
      } = record(random.map((page) => ({ ...page, input: { ...page.input, ...request() } })));
      const reader = createReader(storage.db);
      const purchaseOf = openProvenance(storage);
      const write = prepareRunChanges(storage);
      const count = () => {
        for (;;) {
          const runs = countWrittenRuns(reader);
          const counted = runs.length > 0 ? runs : countWrittenSearches(reader, purchaseOf);
          if (counted.length === 0) return;
          write(counted);
        }
      };
      const check = () => {
        const found = broughtByAll(reader, 'demo', purchaseOf);
        storage.db.exec(`SAVEPOINT here; DELETE FROM award_searches_brought; DELETE FROM award_run_changes;
          DELETE FROM award_first_seen;
          INSERT INTO award_first_seen SELECT first_page_id, count(*) FROM award_records GROUP BY 1`);
        const plain = broughtByAll(reader, 'demo', purchaseOf);
        storage.db.exec('ROLLBACK TO here; RELEASE here');
        expect(found).toEqual(plain);
      };
      count();
      check();
      const charge = storage.db.prepare<[string, string, string]>(
        'UPDATE purchases SET charged = ?, tool_title = ? WHERE id = ?',
      );
      read.forEach((_, place) => {
        charge.run(JSON.stringify({ ...PRICE, units: '21000' }), `Tool ${place}`, `p${place + 1}`);
        check();
      });
      for (const [place, { input, runId, output }] of [...read, ...read].entries()) {
        // Sometimes a page of a run that others follow arrives late, or is read again.
        if (place % 4 === 3) awards.handlers.readAgain({ purchaseId: 'p1' });
        else buy(output, { input, at: 5000 + place, ...(place % 2 === 0 && { runId }) });
        if (isCountedBetween) count();
        check();
      }
      count();
      awards.rebuild();
      check();
      storage.close();
      return read.length > 1;
    },
    { numRuns: propertyRuns(30, 300) },
  );
});

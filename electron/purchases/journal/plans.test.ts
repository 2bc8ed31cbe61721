import { expect, it } from 'vitest';
import { PURCHASE_STATES } from '#shared/purchase/state.ts';
import type { Storage } from '../../storage/open.ts';
import { emptyDataFile } from '../../storage/testing/empty-data-file.ts';
import type { Entry } from './entry.ts';
import { openJournal } from './journal.ts';

/** The same file, noting what is prepared over it. */
function noting(storage: Storage, prepared: Set<string>): Storage {
  const db = new Proxy(storage.db, {
    get(target, name) {
      if (name === 'prepare')
        return (text: string) => {
          prepared.add(text);
          return target.prepare(text);
        };
      return Reflect.get(target, name);
    },
  });
  return { ...storage, db };
}

/** Rows one after the other, or every one that was ever sent. */
const FULL =
  /^SCAN purchases(?!.*COVERING INDEX)|^SEARCH purchases USING INDEX purchases_spent \(demo=\?(?: AND submitted_at>\?)?\)/u;

it('asks nothing of the journal that reads every purchase', () => {
  const storage = emptyDataFile();
  const prepared = new Set<string>();
  const journal = openJournal(noting(storage, prepared), () => 0);
  journal.get('p');
  journal.inStates(['quoted', 'pending']);
  for (const wanted of [{}, { states: PURCHASE_STATES }, { demo: false, toolId: 'a', from: 1, until: 2 }])
    journal.list({ ...wanted, limit: 5 });
  journal.openPurchaseOf('m', 'd');
  journal.quotedBefore({ marketplace: 'm', requestDigest: 'd', createdAt: 1, id: 'p' } as Entry);
  journal.spentSince(false, 1);
  journal.sentBetween(false, 1, 2);
  journal.countedBetween(false, 1, 2);
  journal.unsentBetween(false, 1, 2);
  journal.chargedOtherwise();
  journal.ofQuote('m', 'q');
  journal.under('batch', 'b');
  journal.under('grant', 'g');
  journal.ofCall('m', 'c');
  journal.timeline('p');
  const reading = [...prepared].filter((text) => text.trimStart().startsWith('SELECT'));
  expect(reading.length).toBeGreaterThan(15);
  const full = reading.filter((text) =>
    storage.db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      .all(...Array(text.split('?').length - 1).fill(1))
      .some(({ detail }) => FULL.test(detail)),
  );
  expect(full).toEqual([]);
  storage.close();
});

import { expect, it } from 'vitest';
import type { BackupContents, Restored } from '#shared/contract/program/backup.ts';
import { contentsLabel, outcomeMessages, restoredMessages } from './restored-messages.ts';

it('counts purchases apart from quotes that were not bought, and names balances and booking answers', () => {
  const counts = { purchases: 3, quotes: 3, balances: 8, answers: 1 };
  const contents = {
    ...counts,
    ...{ searches: 0, runs: 0, records: 0, trips: 0, marks: 0, marketplaces: [] },
    ...{ newPurchases: 1, newQuotes: 2, newPages: 0, newTrips: 0, newBalances: 8, newAnswers: 1 },
    ...{ madeAt: null, unresolved: 0, lowered: 0, permissions: 0 },
  } satisfies BackupContents;
  const all = /3 purchases, 3 quotes not bought, 8 balances and 1 booking answer/;
  expect(contentsLabel(contents)).toMatch(all);
  expect(outcomeMessages(contents)[0]).toMatch(
    /1 purchase, 2 quotes not bought, 8 balances and 1 booking answer/,
  );
  expect(restoredMessages({ ...contents, pages: 0 } as unknown as Restored)[0]).toMatch(all);
});

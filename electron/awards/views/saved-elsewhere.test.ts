import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { openedAwards } from '../testing/opened-awards.ts';

it('counts what belongs to other marketplaces than the one in use, and nothing of its own', async () => {
  const { awards, buy } = openedAwards();
  expect(await awards.savedElsewhere()).toEqual([]);
  buy(answer([rawRecord('a')]));
  expect(await awards.savedElsewhere()).toEqual([]);
  buy(answer([rawRecord('a'), rawRecord('b', { Date: '2027-03-02' })]), { identity: 'https://one.example' });
  buy(answer([rawRecord('a'), rawRecord('b'), rawRecord('c')]), { identity: 'https://two.example' });
  expect(await awards.savedElsewhere()).toEqual([
    { identity: 'https://two.example', searches: 1, records: 3 },
    { identity: 'https://one.example', searches: 1, records: 2 },
  ]);
});

import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import { writeReach } from '../wallet/wallet-store.ts';
import { storeAwards } from './testing/stored-awards.ts';

const SCOPE = { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] };

/** Records of one route, and a wallet that has 60,000 miles of one programme and 80,000 with transfers. */
function filled() {
  const { awards, buy, storage } = storeAwards();
  buy(
    answer([
      ...[
        rawRecord('own', { JMileageCost: '30000' }),
        rawRecord('transfer', { JMileageCost: '40000' }),
        rawRecord('short', { JMileageCost: '45000' }),
        rawRecord('none', { JAvailable: false, JMileageCost: '1000' }),
        rawRecord('unpriced', { JMileageCost: 'call us' }),
        rawRecord('other', { Source: 'unheard-of', JMileageCost: '1000' }),
      ].map((one) => ({ ...one, Date: '9990-03-01' })),
      rawRecord('departed', { JMileageCost: '2000', Date: '2026-03-01' }),
    ]),
  );
  const reach = storage.db.prepare('INSERT INTO wallet_reach VALUES (?, ?, ?, ?, ?, ?)');
  reach.run('united', '2020-01-01', '9999-12-31', 60_000, 80_000, 2);
  // Past days do not count.
  reach.run('united', '2000-01-01', '2019-12-31', 900_000, 900_000, 2);
  const rows = async (filter: RecordFilter) =>
    (await awards.handlers.records({ scope: SCOPE, filter, sort: [], offset: 0, limit: 50 })).rows;
  return { rows };
}

it('says of each row whether the wallet pays for it, for every traveller', async () => {
  const { rows } = filled();
  const said = new Map(
    (await rows({})).map(({ milesText, programme, available, wallet }) => [
      `${programme} ${milesText} ${available}`,
      wallet,
    ]),
  );
  expect(Object.fromEntries(said)).toEqual({
    'united 30000 true': { how: 'bookable', short: 0, travellers: 2 },
    'united 40000 true': { how: 'transfer', short: 0, travellers: 2 },
    'united 45000 true': { how: 'short', short: 10_000, travellers: 2 },
    'united 1000 false': undefined,
    'united 2000 true': undefined,
    'united call us true': undefined,
    'unheard-of 1000 true': undefined,
  });
});

it('filters by what the wallet pays for', async () => {
  const { rows } = filled();
  const miles = async (wallet: NonNullable<RecordFilter['wallet']>) =>
    (await rows({ wallet })).map((row) => row.miles).sort();
  expect(await miles('bookable')).toEqual([30_000]);
  expect(await miles('transfer')).toEqual([30_000, 40_000]);
});

it('pays for a record whichever way its programme is spelled, before and after the wallet is filled', async () => {
  const { awards, buy, storage } = storeAwards();
  const spelled = (id: string, programme: string) =>
    rawRecord(id, {
      Source: programme,
      JMileageCost: '30000',
      Date: '9990-03-01',
      Route: { Source: programme },
    });
  const before = [spelled('a', 'United MileagePlus'), spelled('b', 'united'), spelled('c', 'Hometown Miles')];
  buy(answer(before));
  const balance = storage.db.prepare(
    "INSERT INTO wallet_balances (id, owner, kind, name, points, created_at, updated_at) VALUES (?, 'You', 'programme', ?, ?, 0, 0)",
  );
  balance.run('1', 'united', 40_000);
  balance.run('2', 'Hometown Miles', 40_000);
  writeReach(storage.db, '2020-01-01');
  buy(answer([...before, spelled('d', 'UNITED'), spelled('e', 'MileagePlus'), spelled('f', 'delta')]));
  const { rows } = await awards.handlers.records({
    scope: SCOPE,
    filter: { wallet: 'bookable' },
    sort: [],
    offset: 0,
    limit: 50,
  });
  expect(rows.map(({ programme, wallet }) => `${programme} ${wallet?.how}`).sort()).toEqual([
    'Hometown Miles bookable',
    'MileagePlus bookable',
    'UNITED bookable',
    'United MileagePlus bookable',
    'united bookable',
  ]);
});

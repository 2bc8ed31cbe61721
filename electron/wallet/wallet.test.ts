import { describe, expect, it } from 'vitest';
import type { Publish } from '#shared/contract/index.ts';
import { packLines } from '#shared/wallet/transfer-table.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { createWallet } from './wallet.ts';

const NOW = new Date(2026, 10, 20, 12).getTime();
const SHIPPED = packLines('2026-11-20').length;

function opened(storage = emptyDataFile(), now = NOW) {
  const published: string[] = [];
  let ids = 0;
  const publish: Publish = (_name, payload) => published.push(...('topics' in payload ? payload.topics : []));
  let counted = 0;
  const onTravellers = () => {
    counted += 1;
  };
  const newId = () => `balance-${++ids}`;
  const wallet = createWallet({ storage, publish, clock: () => now, newId, onTravellers });
  const reach = (programme: string) =>
    storage.db
      .prepare('SELECT from_day, until_day, own, transfers, travellers FROM wallet_reach WHERE programme = ?')
      .all(programme);
  return { storage, wallet, published, reach, counted: () => counted };
}

const LINE = {
  bank: 'chase',
  programme: 'united',
  points: 1,
  miles: 1,
  minimum: 1_000,
  step: 1_000,
  blockPoints: 60_000,
  blockMiles: 0,
  bonusPercent: 25,
  bonusUntil: '2026-12-31',
};
const balance = (part: object = {}) => ({
  owner: 'You',
  kind: 'bank' as const,
  name: 'chase',
  points: 40_500,
  expires: null,
  ...part,
});

describe('balances', () => {
  it('are empty at first, with the shipped transfers and one traveller', async () => {
    const { wallet, reach } = opened();
    expect(await wallet.read(undefined)).toMatchObject({ today: '2026-11-20', travellers: 1, balances: [] });
    expect((await wallet.read(undefined)).transfers).toHaveLength(SHIPPED);
    expect(reach('united')).toEqual([]);
  });

  it('are added, changed and removed, and results are read anew', async () => {
    const { wallet, published } = opened();
    await wallet.saveBalance({ balanceId: null, balance: balance() });
    const { balances } = await wallet.saveBalance({
      balanceId: 'balance-1',
      balance: balance({ points: 50_000, expires: '2027-01-31' }),
    });
    expect(balances).toEqual([
      { ...balance(), balanceId: 'balance-1', points: 50_000, expires: '2027-01-31', updatedAt: NOW },
    ]);
    expect(published).toEqual(['settings', 'results', 'settings', 'results']);
    expect((await wallet.removeBalance({ balanceId: 'balance-1' })).balances).toEqual([]);
    expect(() => wallet.saveBalance({ balanceId: 'balance-1', balance: balance() })).toThrow(
      'not in the wallet any more',
    );
  });

  it('belong to somebody, whose name is one in capitals and in small letters', async () => {
    const { wallet } = opened();
    await wallet.saveBalance({ balanceId: null, balance: balance({ owner: 'Ana' }) });
    const { balances } = await wallet.saveBalance({ balanceId: null, balance: balance({ owner: 'ana' }) });
    expect(balances.map(({ owner }) => owner)).toEqual(['Ana', 'Ana']);
  });

  it('of two owners are never added', async () => {
    const { wallet, reach } = opened();
    const united = { kind: 'programme' as const, name: 'united' };
    await wallet.saveBalance({ balanceId: null, balance: balance({ ...united, owner: 'Ana' }) });
    await wallet.saveBalance({
      balanceId: null,
      balance: balance({ ...united, owner: 'Ben', points: 9_000 }),
    });
    expect(reach('united')).toMatchObject([{ own: 40_500, transfers: 40_500 }]);
  });

  it('of two words of one programme are one account', async () => {
    const { wallet, reach } = opened();
    const asia = { owner: 'You', kind: 'programme' as const, name: 'cathay', points: 5_000, expires: null };
    const { balances } = await wallet.saveBalance({ balanceId: null, balance: asia });
    expect(balances[0]?.name).toBe('asiamiles');
    expect(reach('cathay')).toEqual(reach('asiamiles'));
    expect(reach('cathay')).toMatchObject([{ own: 5_000 }]);
  });
});

it('miles can lie in a programme that only the records name', async () => {
  const { storage, wallet, reach } = opened();
  const names = ['villageclub', 'united', 'United MileagePlus', `x${'y'.repeat(80)}`, 'a\u202eb', ''];
  for (const name of names) storage.db.prepare('INSERT INTO award_programmes (name) VALUES (?)').run(name);
  expect(await wallet.otherProgrammes(undefined)).toEqual(['villageclub']);
  const own = {
    owner: 'You',
    kind: 'programme' as const,
    name: 'villageclub',
    points: 5_000,
    expires: null,
  };
  await wallet.saveBalance({ balanceId: null, balance: own });
  expect(reach('villageclub')).toMatchObject([{ own: 5_000 }]);
});

describe('transfers', () => {
  it('of the user take the place of shipped ones until they are taken away', async () => {
    const { wallet } = opened();
    const lineOf = (all: Awaited<ReturnType<typeof wallet.read>>) =>
      all.transfers.filter(({ bank, programme }) => bank === 'chase' && programme === 'united');
    const after = await wallet.saveTransfer({ ...LINE, offered: true });
    expect(lineOf(after)).toEqual([{ ...LINE, offered: true, shipped: true, changedAt: NOW, facts: null }]);
    expect(lineOf(await wallet.resetTransfer(LINE))).toMatchObject([
      { bonusPercent: 0, shipped: true, changedAt: null },
    ]);
  });

  it('that the user added are theirs alone', async () => {
    const { wallet } = opened();
    const own = { ...LINE, bank: 'Village Bank', offered: true };
    const after = await wallet.saveTransfer(own);
    expect(after.transfers).toContainEqual({ ...own, shipped: false, changedAt: NOW, facts: null });
    expect((await wallet.resetTransfer(own)).transfers).toHaveLength(SHIPPED);
  });
});

it('a bank that the user added is one account in capitals and in small letters', async () => {
  const { wallet, reach } = opened();
  await wallet.saveBalance({ balanceId: null, balance: balance({ name: 'Village Bank' }) });
  await wallet.saveTransfer({ ...LINE, bank: 'village bank', offered: true });
  await wallet.saveTransfer({
    ...LINE,
    bank: 'VILLAGE BANK',
    bonusPercent: 0,
    bonusUntil: null,
    offered: true,
  });
  const { balances, transfers } = await wallet.read(undefined);
  expect(balances[0]?.name).toBe('Village Bank');
  expect(transfers.filter(({ shipped }) => !shipped)).toMatchObject([{ bank: 'Village Bank' }]);
  expect(reach('united')).toMatchObject([{ own: 0, transfers: 40_000 }]);
  expect((await wallet.resetTransfer({ bank: 'village Bank', programme: 'united' })).transfers).toHaveLength(
    SHIPPED,
  );
});

describe('what is within reach', () => {
  it('is written by days, with what expires and what a bonus adds', async () => {
    const { wallet, reach, counted } = opened();
    await wallet.saveTransfer({ ...LINE, offered: true });
    await wallet.setTravellers({ travellers: 2 });
    expect(counted()).toBe(1);
    await wallet.saveBalance({ balanceId: null, balance: balance() });
    await wallet.saveBalance({
      balanceId: null,
      balance: { owner: 'You', kind: 'programme', name: 'united', points: 3_000, expires: '2026-11-30' },
    });
    expect(reach('united')).toEqual([
      { from_day: '2026-11-20', until_day: '2026-11-30', own: 3_000, transfers: 53_000, travellers: 2 },
      { from_day: '2026-12-01', until_day: '2026-12-31', own: 0, transfers: 50_000, travellers: 2 },
      { from_day: '2027-01-01', until_day: '9999-12-31', own: 0, transfers: 40_000, travellers: 2 },
    ]);
    await wallet.saveTransfer({ ...LINE, offered: false });
    expect(reach('united').at(-1)).toMatchObject({ transfers: 0 });
  });

  it('follows the shipped table of the program that starts', async () => {
    const { storage, wallet, reach } = opened();
    await wallet.saveBalance({ balanceId: null, balance: balance() });
    storage.db.exec('UPDATE wallet_reach SET transfers = 1');
    opened(storage);
    expect(reach('united')).toMatchObject([{ transfers: 40_000 }]);
  });
});

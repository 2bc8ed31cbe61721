import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { merging } from '../backup/testing/merging.ts';
import type { Storage } from '../storage/open.ts';
import { openDataFile } from '../storage/testing/empty-data-file.ts';
import { walletBackup } from './backup.ts';
import { createWallet } from './wallet.ts';

const NOW = new Date(2026, 10, 20, 12).getTime();

let folder: string;
let here: Storage;
let there: Storage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-wallet-'));
  [here, there] = [opened('here'), opened('there')];
});
afterEach(() => {
  here.close();
  there.close();
  rmSync(folder, { recursive: true, force: true });
});

const opened = (name: string): Storage => openDataFile(join(folder, `${name}.sqlite`));

const walletOf = (storage: Storage, name: string, now = NOW) => {
  let ids = 0;
  return createWallet({
    storage,
    publish: () => {},
    clock: () => now,
    newId: () => `${name}-${++ids}`,
    onTravellers: () => {},
  });
};

function merge() {
  here.db.prepare('ATTACH ? AS other').run(there.file);
  here.transaction(() => walletBackup.merge?.(merging(here, NOW)));
  here.db.exec('DETACH other');
}

const balance = (name: string, points: number) => ({
  balanceId: null,
  balance: { owner: 'You', kind: 'programme' as const, name, points, expires: null },
});
const line = (miles: number) => ({
  bank: 'chase',
  programme: 'united',
  points: 1,
  miles,
  minimum: 1_000,
  step: 1_000,
  bonusPercent: 0,
  bonusUntil: null,
  offered: true,
});

it('takes balances of accounts that are not here, and adds none to one that is', async () => {
  const wallet = walletOf(here, 'here');
  await wallet.saveBalance(balance('united', 10_000));
  const other = walletOf(there, 'there');
  await other.saveBalance(balance('united', 70_000));
  await other.saveBalance(balance('flyingblue', 5_000));
  merge();
  const { balances } = await wallet.read(undefined);
  expect(balances.map(({ name, points }) => [name, points]).sort()).toEqual([
    ['flyingblue', 5_000],
    ['united', 10_000],
  ]);
  expect(
    here.db.prepare("SELECT own FROM wallet_reach WHERE programme = 'flyingblue'").pluck().all(),
  ).toEqual([5_000]);
});

it('takes the line of a transfer that was written last', async () => {
  await walletOf(here, 'here', NOW - 1_000).saveTransfer(line(1));
  await walletOf(there, 'there', NOW).saveTransfer(line(2));
  merge();
  const { transfers } = await walletOf(here, 'here').read(undefined);
  expect(transfers.find(({ bank, programme }) => bank === 'chase' && programme === 'united')?.miles).toBe(2);
});

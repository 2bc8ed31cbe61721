import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import {
  BALANCES_MAX,
  BANK_NAME_MAX,
  TRAVELLERS_MAX,
  type Wallet,
  type WalletLine,
} from '#shared/contract/wallet.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { compareNames } from '#shared/formats.ts';
import {
  isKnownProgramme,
  knownProgrammes,
  mergerDays,
  programmeAccount,
} from '#shared/places/programmes.ts';
import { plainText } from '#shared/plain-text.ts';
import { reachStretches } from '#shared/planning/reach.ts';
import { pursesOf } from '#shared/records/wallet-labels.ts';
import type { Balance } from '#shared/wallet/holdings.ts';
import type { TransferLine } from '#shared/wallet/transfer.ts';
import { packLines } from '#shared/wallet/transfer-table.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { storedSettings, TRAVELLERS_SETTING } from '../storage/stored-settings.ts';

const ONE_TRAVELLER = 1;

/** The account that a balance lies in on a day: programmes that were merged share one. */
const accountOn = ({ kind, name }: Pick<Balance, 'kind' | 'name'>, day: CalendarDate): string =>
  kind === 'programme' ? programmeAccount(name, day) : name;

type OwnLine = Required<TransferLine> & { offered: number; changedAt: number };

const keyOf = ({ bank, programme }: { bank: string; programme: string }): string =>
  JSON.stringify([bank, programme]);

/** Reads the wallet; `today` is the user's local date. */
export function walletReader(db: DatabaseConnection): (today: CalendarDate) => Wallet {
  const settings = storedSettings(db);
  const balances = db.prepare<[], Wallet['balances'][number]>(
    `SELECT id AS balanceId, owner, kind, name, points, expires, updated_at AS updatedAt FROM wallet_balances
     ORDER BY created_at, id`,
  );
  const own = db.prepare<[], OwnLine>(
    `SELECT bank, programme, points, miles, minimum, step,
       block_points AS blockPoints, block_miles AS blockMiles, bonus_percent AS bonusPercent, bonus_until AS bonusUntil,
       offered, updated_at AS changedAt FROM wallet_transfers`,
  );
  return (today) => ({
    today,
    travellers: settings.read(TRAVELLERS_SETTING, z.int().min(1).max(TRAVELLERS_MAX)) ?? ONE_TRAVELLER,
    balances: balances.all().map((balance) => ({ ...balance, name: accountOn(balance, today) })),
    transfers: linesOf(own.all(), today),
  });
}

/** Most programmes beyond the known list. */
const MAX_OTHERS = 200;

/** Sources' names of programmes that are not on the known list. */
export const otherProgrammes = (db: DatabaseConnection): string[] =>
  db
    .prepare<[number], string>(
      'SELECT name FROM award_programmes WHERE length(name) <= ? ORDER BY name COLLATE NOCASE, name',
    )
    .pluck()
    .all(BANK_NAME_MAX)
    .filter((name) => name === plainText(name, BANK_NAME_MAX) && name !== '')
    .filter((name) => !isKnownProgramme(name))
    .slice(0, MAX_OTHERS);

/** The pack's transfer lines with the user's changes, and the user's own lines. */
function linesOf(own: readonly OwnLine[], today: CalendarDate): WalletLine[] {
  const byPair = new Map<string, WalletLine>(
    packLines(today).map((line) => [keyOf(line), { ...line, changedAt: null, offered: true, shipped: true }]),
  );
  for (const line of own) {
    const key = keyOf(line);
    byPair.set(key, { ...line, offered: line.offered === 1, shipped: byPair.has(key), facts: null });
  }
  return [...byPair.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/**
 * Stores which banks reach each programme from today on, under every known name of it, including those in stored records;
 * stores nothing if the wallet is empty. Names that appear later are added with their records.
 */
export function writeReach(db: DatabaseConnection, today: CalendarDate): void {
  const wallet = walletReader(db)(today);
  const { balances, transfers, travellers } = wallet;
  db.prepare('DELETE FROM wallet_reach').run();
  if (balances.length === 0) return;
  const insert = db.prepare('INSERT INTO wallet_reach VALUES (?, ?, ?, ?, ?, ?)');
  const stored = db.prepare<[], string>('SELECT name FROM award_programmes').pluck().all();
  const words = [
    ...new Set([
      ...knownProgrammes(),
      ...balances.flatMap(({ kind, name }) => (kind === 'programme' ? name : [])),
      ...transfers.map(({ programme }) => programme),
      ...stored,
    ]),
  ];
  // What a merger makes one account is one from its day on, and two before.
  for (const { programme, from, until, pooled, transfers: moved } of reachStretches(pursesOf(wallet), words, {
    on: programmeAccount,
    days: mergerDays(),
  }))
    insert.run(programme, from, until, pooled, moved, travellers);
}

/** Changes to the wallet, to be called within a transaction. Times in UTC ms. */
export function walletWriter(db: DatabaseConnection) {
  const count = db.prepare<[], number>('SELECT count(*) FROM wallet_balances').pluck();
  const insert = db.prepare(
    `INSERT INTO wallet_balances (id, owner, kind, name, points, expires, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = db.prepare(
    'UPDATE wallet_balances SET owner = ?, kind = ?, name = ?, points = ?, expires = ?, updated_at = ? WHERE id = ?',
  );
  const remove = db.prepare('DELETE FROM wallet_balances WHERE id = ?');
  const upsertLine = db.prepare(
    'INSERT OR REPLACE INTO wallet_transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const removeLine = db.prepare('DELETE FROM wallet_transfers WHERE bank = ? AND programme = ?');
  const settings = storedSettings(db);
  const selectBanks = db
    .prepare<[], string>(
      "SELECT bank FROM wallet_transfers UNION SELECT name FROM wallet_balances WHERE kind = 'bank'",
    )
    .pluck();
  /** The stored spelling of a bank's name, compared ignoring case. */
  const bankName = (name: string) =>
    selectBanks.all().find((known) => compareNames(known, name) === 0) ?? name;
  const selectOwners = db.prepare<[], string>('SELECT DISTINCT owner FROM wallet_balances').pluck();
  /** The stored spelling of an owner's name, compared ignoring case. */
  const ownerName = (name: string) =>
    selectOwners.all().find((known) => compareNames(known, name) === 0) ?? name;
  const accountName = ({ kind, name }: Balance) =>
    kind === 'programme' ? programmeAccount(name) : bankName(name);
  return {
    add(balanceId: string, balance: Balance, at: number): void {
      if ((count.get() ?? 0) >= BALANCES_MAX)
        fail('too_many', `A wallet holds up to ${BALANCES_MAX} balances. Remove one first.`);
      const { owner, kind, points, expires } = balance;
      insert.run(balanceId, ownerName(owner), kind, accountName(balance), points, expires, at, at);
    },
    change(balanceId: string, balance: Balance, at: number): void {
      const { owner, kind, points, expires } = balance;
      if (
        update.run(ownerName(owner), kind, accountName(balance), points, expires, at, balanceId).changes === 0
      )
        fail('not_found', 'This balance is not in the wallet any more.');
    },
    remove(balanceId: string): void {
      remove.run(balanceId);
    },
    writeLine(line: TransferLine, isOffered: boolean, at: number): void {
      upsertLine.run(
        bankName(line.bank),
        programmeAccount(line.programme),
        line.points,
        line.miles,
        line.minimum,
        line.step,
        line.blockPoints ?? 0,
        line.blockMiles ?? 0,
        line.bonusPercent,
        line.bonusUntil,
        isOffered ? 1 : 0,
        at,
      );
    },
    removeLine(bank: string, programme: string): void {
      removeLine.run(bankName(bank), programmeAccount(programme));
    },
    setTravellers: (travellers: number) => settings.write(TRAVELLERS_SETTING, travellers),
  };
}

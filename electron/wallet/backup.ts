import { z } from 'zod';
import { transferLineSchema, walletBalanceSchema } from '#shared/contract/wallet.ts';
import { localDay } from '#shared/dates.ts';
import type { BackupPart } from '../backup/part.ts';
import { countRows, mergeNewest } from '../backup/rows.ts';
import { storedFlag, storedMoment } from '../backup/valid-rows.ts';
import { writeReach } from './wallet-store.ts';

const balance = walletBalanceSchema.extend({ created_at: storedMoment, updated_at: storedMoment });

const { blockPoints, blockMiles, bonusPercent, bonusUntil, ...columns } = transferLineSchema.shape;
const line = z.object({
  ...columns,
  block_points: blockPoints,
  block_miles: blockMiles,
  bonus_percent: bonusPercent,
  bonus_until: bonusUntil,
  offered: storedFlag,
  updated_at: storedMoment,
});

const NEW_BALANCES = `other.wallet_balances o
  WHERE NOT EXISTS (SELECT 1 FROM main.wallet_balances h WHERE h.owner = o.owner AND h.kind = o.kind AND h.name = o.name)
    AND o.id NOT IN (SELECT id FROM main.wallet_balances)`;

/**
 * Merges balances only of accounts that do not exist here: two machines' balances describe the same account, and adding
 * them would count its points twice.
 */
export const walletBackup: BackupPart = {
  tables: [
    { name: 'wallet_balances', row: { schema: balance, called: 'a balance of the wallet' } },
    { name: 'wallet_transfers', row: { schema: line, called: 'a transfer of the wallet' } },
  ],
  contents: (db) => ({
    balances: countRows(db, 'other.wallet_balances'),
    newBalances: countRows(db, NEW_BALANCES),
  }),
  merge({ db, now }) {
    const balances = db
      .prepare(`INSERT INTO main.wallet_balances SELECT * FROM ${NEW_BALANCES}`)
      .run().changes;
    mergeNewest(db, 'wallet_transfers', ['bank', 'programme']);
    writeReach(db, localDay(now()));
    return { restored: { balances } };
  },
};

import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { localDay } from '#shared/dates.ts';
import type { Storage } from '../storage/open.ts';
import { otherProgrammes, walletReader, walletWriter, writeReach } from './wallet-store.ts';

export type WalletDeps = {
  storage: Storage;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  newId: () => string;
  /** Called when the number of travellers was set, which figures of prices depend on. */
  onTravellers: () => void;
};

/** The user's points and miles, as typed; all local. */
export function createWallet({
  storage,
  publish,
  clock,
  newId,
  onTravellers,
}: WalletDeps): ContractHandlers['wallet'] {
  const { db, transaction } = storage;
  const stored = walletReader(db);
  const write = walletWriter(db);
  const read = () => stored(localDay(clock()));
  // The shipped table may have changed since the wallet was last changed.
  if (read().balances.length > 0) transaction(() => writeReach(db, localDay(clock())));
  /** Applies a change and its consequences for records in one transaction. */
  function changed(change: () => void) {
    transaction(() => {
      change();
      writeReach(db, localDay(clock()));
    });
    publish('changed', { topics: ['settings', 'results'] });
    return read();
  }
  return {
    read,
    otherProgrammes: () => otherProgrammes(db),
    saveBalance: ({ balanceId, balance }) =>
      changed(() =>
        balanceId === null ? write.add(newId(), balance, clock()) : write.change(balanceId, balance, clock()),
      ),
    removeBalance: ({ balanceId }) => changed(() => write.remove(balanceId)),
    saveTransfer: ({ offered, ...line }) => changed(() => write.writeLine(line, offered, clock())),
    resetTransfer: ({ bank, programme }) => changed(() => write.removeLine(bank, programme)),
    setTravellers({ travellers }) {
      const wallet = changed(() => write.setTravellers(travellers));
      onTravellers();
      return wallet;
    },
  };
}

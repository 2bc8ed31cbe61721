import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { changedLimits } from '#shared/purchase/limits.ts';
import { readAddress } from '../marketplace/http/origin-rule.ts';
import type { StoredApprovals } from '../purchases/accounts/stored-approvals.ts';
import type { StoredLimits } from '../purchases/accounts/stored-limits.ts';
import type { MarketplaceInUse } from './marketplace-in-use.ts';
import type { TerminalCommands } from './terminal-commands.ts';

export type SettingsDeps = {
  inUse: MarketplaceInUse;
  limits: StoredLimits;
  approvals: StoredApprovals;
  dataFolder: string;
  damaged: Pick<ContractHandlers['settings'], 'damaged' | 'forgetDamaged'>;
  /** Asks the user outside the page to confirm a marketplace address. */
  confirmAddress: (address: URL) => Promise<boolean>;
  commands: TerminalCommands;
  publish: Publish;
  rebuildRecords: ContractHandlers['settings']['rebuildRecords'];
  /** Called when another marketplace is in use. */
  onMarketplaceChange: () => void;
};

/** Settings of the marketplace's address and the limits. */
export function settingsHandlers({
  inUse,
  limits,
  approvals,
  dataFolder,
  damaged,
  confirmAddress,
  commands,
  publish,
  rebuildRecords,
  onMarketplaceChange,
}: SettingsDeps): ContractHandlers['settings'] {
  const read = () => ({
    marketplaceAddress: inUse.current().address,
    limits: limits.read(),
    approvals: approvals.read(),
    dataFolder,
  });
  return {
    read,
    setMarketplace: async ({ address }) => {
      const typed = address === null ? null : readAddress(address);
      // No confirmation for the address already in use or for the demo, which sends nothing anywhere.
      const before = inUse.current().address;
      if (typed?.ok === true && address !== before && !(await confirmAddress(typed.base)))
        fail('not_confirmed', 'You did not allow this address. The marketplace stays as it is.');
      try {
        await inUse.change(address);
      } catch (error) {
        if (error instanceof RangeError)
          fail('not_an_address', error.message, { fields: { address: error.message } });
        throw error;
      }
      publish('changed', {
        topics: ['status', 'settings', 'catalogue', 'purchases', 'results', 'watchlist', 'marketplace'],
      });
      onMarketplaceChange();
      return read();
    },
    setLimits: async ({ limits: next }) => {
      await limits.change(next);
      publish('changed', { topics: ['settings', 'status', 'purchases'] });
      return read();
    },
    setApprovals: async ({ choice }) => {
      await approvals.change(choice);
      publish('changed', { topics: ['settings'] });
      return read();
    },
    limitsCommand: ({ limits: next }) => ({
      command: commands.setLimits(limits.read(), changedLimits(limits.read(), next)),
    }),
    rebuildRecords,
    ...damaged,
  };
}

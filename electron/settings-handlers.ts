import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { MarketplaceInUse } from './marketplace-in-use.ts';
import type { KeptLimits } from './purchases/kept-limits.ts';
import { KEPT_ADDRESS } from './settings/kept-address.ts';
import type { StoredSettings } from './settings/stored-settings.ts';

export type SettingsDeps = {
  settings: StoredSettings;
  inUse: MarketplaceInUse;
  limits: KeptLimits;
  dataFolder: string;
  publish: Publish;
  rebuildRecords: ContractHandlers['settings']['rebuildRecords'];
  /** Another marketplace is in use now. */
  moved: () => void;
};

/** What the person sets: the marketplace's address and the limits. */
export function settingsHandlers({
  settings,
  inUse,
  limits,
  dataFolder,
  publish,
  rebuildRecords,
  moved,
}: SettingsDeps): ContractHandlers['settings'] {
  const read = () => ({ marketplaceAddress: inUse.current().address, limits: limits.read(), dataFolder });
  return {
    read,
    setMarketplace: async ({ address }) => {
      try {
        await inUse.change(address);
      } catch (error) {
        if (error instanceof RangeError)
          fail('not_an_address', error.message, { fields: { address: error.message } });
        throw error;
      }
      if (address === null) settings.remove(KEPT_ADDRESS);
      else settings.write(KEPT_ADDRESS, address);
      publish('changed', {
        topics: ['status', 'settings', 'catalogue', 'purchases', 'results', 'watchlist', 'marketplace'],
      });
      moved();
      return read();
    },
    setLimits: async ({ limits: next }) => {
      await limits.change(next);
      publish('changed', { topics: ['settings', 'status', 'purchases'] });
      return read();
    },
    rebuildRecords,
  };
}

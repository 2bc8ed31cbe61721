import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { DEFAULT_PREFERENCES, preferencesSchema } from '#shared/contract/program/preferences.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

const NAME = 'preferences';

/** How Milepost looks and writes for its user. */
export function preferenceHandlers(
  settings: StoredSettings,
  publish: Publish,
): ContractHandlers['preferences'] {
  const read = () => settings.read(NAME, preferencesSchema) ?? DEFAULT_PREFERENCES;
  return {
    read,
    save: (preferences) => {
      settings.write(NAME, preferences);
      publish('changed', { topics: ['settings'] });
      return read();
    },
  };
}

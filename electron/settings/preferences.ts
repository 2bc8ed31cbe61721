import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesSchema,
} from '#shared/contract/program/preferences.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

const NAME = 'preferences';

export const readPreferences = (settings: StoredSettings): Preferences =>
  settings.read(NAME, preferencesSchema) ?? DEFAULT_PREFERENCES;

/** Reads and stores the user's preferences of appearance and formats. */
export function preferenceHandlers(
  settings: StoredSettings,
  publish: Publish,
): ContractHandlers['preferences'] {
  const read = () => readPreferences(settings);
  return {
    read,
    save: (preferences) => {
      settings.write(NAME, preferences);
      publish('changed', { topics: ['settings'] });
      return read();
    },
  };
}

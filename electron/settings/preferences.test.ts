import { expect, it } from 'vitest';
import { DEFAULT_PREFERENCES, preferencesSchema } from '#shared/contract/program/preferences.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { preferenceHandlers } from './preferences.ts';

it('a file that knows nothing of the table’s columns still tells the other preferences', async () => {
  const storage = emptyDataFile();
  const settings = storedSettings(storage.db);
  const { table, ...before } = DEFAULT_PREFERENCES;
  settings.write('preferences', { ...before, theme: 'dark' });
  const preferences = preferenceHandlers(settings, () => undefined);
  expect(await preferences.read(undefined)).toEqual({ ...before, theme: 'dark', table });
  storage.close();
});

it('preferences follow the system until they are chosen, and stay as chosen', async () => {
  const storage = emptyDataFile();
  const heard: unknown[] = [];
  const settings = storedSettings(storage.db);
  const preferences = preferenceHandlers(settings, (_, payload) => heard.push(payload));
  expect(await preferences.read(undefined)).toEqual(DEFAULT_PREFERENCES);
  const mine = preferencesSchema.parse({
    ...DEFAULT_PREFERENCES,
    theme: 'dark',
    homeAirports: ['ZRH', 'BSL'],
  });
  expect(await preferences.save(mine)).toEqual(mine);
  expect(await preferences.read(undefined)).toEqual(mine);
  expect(heard).toEqual([{ topics: ['settings'] }]);
  settings.write('preferences', { theme: 'sepia' });
  expect(await preferences.read(undefined)).toEqual(DEFAULT_PREFERENCES);
  storage.close();
});

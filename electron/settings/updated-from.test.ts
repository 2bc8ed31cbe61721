import { expect, it } from 'vitest';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { withUpdatedFrom } from './updated-from.ts';

it('the first run after an update alone names the version before, until that is dismissed', async () => {
  const storage = emptyDataFile();
  const settings = storedSettings(storage.db);
  /** A start of that version, and what its page reads first. */
  const start = async (version: string) => {
    const about = withUpdatedFrom(
      {
        read: () => ({ version, updatedFrom: null, credits: [] }),
        dismissUpdate: () => undefined,
        notices: () => [],
      },
      settings,
      version,
    );
    const read = async () => (await about.read(undefined)).updatedFrom;
    return { read, first: await read(), dismiss: () => about.dismissUpdate(undefined) };
  };
  expect((await start('1.9.2')).first).toBeNull();
  expect((await start('1.9.2')).first).toBeNull();
  const updated = await start('1.10.0');
  expect([updated.first, await updated.read()]).toEqual(['1.9.2', '1.9.2']);
  await updated.dismiss();
  expect(await updated.read()).toBeNull();
  expect((await start('1.10.0')).first).toBeNull();
  // Going back is no update, and the next one is one again.
  expect((await start('1.9.2')).first).toBeNull();
  expect((await start('1.10.0')).first).toBe('1.9.2');
  storage.close();
});

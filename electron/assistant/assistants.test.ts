import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { type AssistantsDeps, createAssistants } from './assistants.ts';
import { readConnectionFile } from './connection-file.ts';

const MARKETPLACE = { identity: 'm', name: 'Market', demo: false };

/** Assistants over a data file that can be held against reading and writing. */
function assistants() {
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-'));
  const storage = emptyDataFile();
  const stored = storedSettings(storage.db);
  const held = { reading: false, writing: false };
  const reported: unknown[] = [];
  const orHeld = (is: boolean) => {
    if (is) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  };
  let marketplace = MARKETPLACE;
  const made = createAssistants({
    storage,
    dataDir,
    settings: {
      read: (name, schema) => {
        orHeld(held.reading);
        return stored.read(name, schema);
      },
      write: (name, value) => {
        orHeld(held.writing);
        stored.write(name, value);
      },
      remove: (name) => {
        orHeld(held.writing);
        stored.remove(name);
      },
      unread: stored.unread,
    },
    publish: () => {},
    clock: () => 1,
    newId: () => 'id',
    version: '1.0.0',
    confirm: async () => true,
    program: null,
    sources: {} as AssistantsDeps['sources'],
    marketplace: () => marketplace,
    report: (error) => void reported.push(error),
  });
  onTestFinished(async () => {
    Object.assign(held, { reading: false, writing: false });
    await made.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const move = () => {
    marketplace = { ...MARKETPLACE, identity: 'other' };
  };
  return { ...made, dataDir, held, reported, move };
}

const isOpen = (dataDir: string) => readConnectionFile(dataDir)?.door != null;

test('what cannot be written changes nothing, and can be done once it can', async () => {
  const { handlers, held, dataDir } = assistants();
  held.writing = true;
  await expect(handlers.turnOn(undefined)).rejects.toThrow('locked');
  expect([await handlers.access(undefined), isOpen(dataDir)]).toMatchObject([{ on: false }, false]);
  held.writing = false;
  await handlers.turnOn(undefined);
  held.writing = true;
  await expect(handlers.turnOff(undefined)).rejects.toThrow('locked');
  expect([await handlers.access(undefined), isOpen(dataDir)]).toMatchObject([{ on: true }, true]);
  held.writing = false;
  expect([await handlers.turnOff(undefined), isOpen(dataDir)]).toMatchObject([{ on: false }, false]);
});

test('a data file that is held at the start leaves turning on and off as it was', async () => {
  const { handlers, begin, held, reported, dataDir } = assistants();
  held.reading = true;
  await begin();
  expect(reported.length).toBeGreaterThan(0);
  held.reading = false;
  expect([await handlers.turnOn(undefined), isOpen(dataDir)]).toMatchObject([
    { on: true, trouble: null },
    true,
  ]);
  expect([await handlers.turnOff(undefined), isOpen(dataDir)]).toMatchObject([{ on: false }, false]);
});

test('turning off holds where the way in cannot be removed, and later turning on is not hindered', async () => {
  const { handlers, dataDir } = assistants();
  await handlers.turnOn(undefined);
  const place = join(dataDir, 'assistant.json');
  rmSync(place);
  mkdirSync(join(place, 'in-the-way'), { recursive: true });
  expect(await handlers.turnOff(undefined)).toMatchObject({ on: false });
  expect(existsSync(join(dataDir, 'assistant.sock'))).toBe(false);
  rmSync(place, { recursive: true });
  expect([await handlers.turnOn(undefined), isOpen(dataDir)]).toMatchObject([
    { on: true, trouble: null },
    true,
  ]);
});

test('who may read is shown also where the marketplace in use cannot be written down', async () => {
  const { handlers, held, move } = assistants();
  await handlers.turnOn(undefined);
  move();
  held.writing = true;
  expect(await handlers.access(undefined)).toMatchObject({ on: true });
});

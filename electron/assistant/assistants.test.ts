import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEventTable } from '../storage/event-table.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { createAssistants } from './assistants.ts';
import { readConnectionFile } from './connection-file.ts';
import { EVENTS_FILE } from './events.ts';

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
    confirm: async () => true,
    program: { command: 'milepost', args: ['--mcp'] },
    marketplace: () => marketplace,
    report: (error) => void reported.push(error),
  });
  onTestFinished(() => {
    Object.assign(held, { reading: false, writing: false });
    made.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const move = () => {
    marketplace = { ...MARKETPLACE, identity: 'other' };
  };
  return { ...made, dataDir, held, reported, move };
}

const isOpen = (dataDir: string) => readConnectionFile(dataDir) !== null;

test('what cannot be written changes nothing, and can be done once it can', async () => {
  const { handlers, held, dataDir } = assistants();
  held.writing = true;
  await expect(handlers.turnOn(undefined)).rejects.toThrow('locked');
  expect([await handlers.access(undefined), isOpen(dataDir)]).toMatchObject([{ on: false }, false]);
  held.writing = false;
  await handlers.turnOn(undefined);
  held.writing = true;
  expect(() => handlers.turnOff(undefined)).toThrow('locked');
  expect([await handlers.access(undefined), isOpen(dataDir)]).toMatchObject([{ on: true }, true]);
  held.writing = false;
  expect([await handlers.turnOff(undefined), isOpen(dataDir)]).toMatchObject([{ on: false }, false]);
});

test('a data file that is held at the start leaves turning on and off as it was', async () => {
  const { handlers, begin, held, reported, dataDir } = assistants();
  held.reading = true;
  begin();
  expect(reported.length).toBeGreaterThan(0);
  held.reading = false;
  expect([await handlers.turnOn(undefined), isOpen(dataDir)]).toMatchObject([{ on: true }, true]);
  expect([await handlers.turnOff(undefined), isOpen(dataDir)]).toMatchObject([{ on: false }, false]);
});

test('turning off holds where the way in cannot be removed, and later turning on is not hindered', async () => {
  const { handlers, dataDir } = assistants();
  await handlers.turnOn(undefined);
  const place = join(dataDir, 'assistant.json');
  rmSync(place);
  mkdirSync(join(place, 'in-the-way'), { recursive: true });
  expect(await handlers.turnOff(undefined)).toMatchObject({ on: false });
  rmSync(place, { recursive: true });
  expect([await handlers.turnOn(undefined), isOpen(dataDir)]).toMatchObject([{ on: true }, true]);
});

test('who may read is shown also where the marketplace in use cannot be written down', async () => {
  const { handlers, held, move } = assistants();
  await handlers.turnOn(undefined);
  move();
  held.writing = true;
  expect(await handlers.access(undefined)).toMatchObject({ on: true });
});

test('what processes leave is taken over piece by piece, once each, and what is no event is dropped', async () => {
  const { handlers, dataDir } = assistants();
  const eventTable = openEventTable(join(dataDir, EVENTS_FILE));
  const connectionId = 'c';
  eventTable.add({
    kind: 'connection',
    id: connectionId,
    at: 1,
    name: 'a\u202e\nb',
    version: '1',
    protocol: '',
  });
  eventTable.add({
    kind: 'proposal',
    id: 'p',
    at: 1,
    client: '',
    title: '',
    reason: '',
    request: { key: '1' },
  });
  for (let read = 0; read < 450; read++)
    eventTable.add({
      kind: 'read',
      id: `r${read}`,
      at: read,
      connectionId,
      tool: 't',
      input: '',
      rows: 0,
      bytes: 0,
    });
  const reads = async () => (await handlers.connections(undefined))[0]?.reads;
  expect(await reads()).toBe(198);
  await expect.poll(reads).toBe(450);
  expect(await handlers.connections(undefined)).toMatchObject([{ name: 'a b' }]);
  expect(await handlers.proposals(undefined)).toEqual([]);
  expect(eventTable.waiting()).toEqual([]);
});

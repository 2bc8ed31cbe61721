import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { licenceNoticeSchema } from '#shared/contract/program/updates.ts';
import { FIRST_OPENING } from '#shared/opening.ts';
import { setDamagedRowsAside } from '../backup/damaged-rows.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { createPlaces } from '../places/places.ts';
import { openStorage } from '../storage/open.ts';
import { isStorageError, type StorageProblem, storageProblem } from '../storage/problem.ts';
import type { App, AppDeps } from './app-deps.ts';
import { backupParts } from './backup-parts.ts';
import { openedApp } from './composition.ts';
import { CREDITS } from './credits.ts';
import { diagnosticsHandlers } from './diagnostics.ts';
import { unusableHandlers } from './unusable-app.ts';
import { updatesWithoutFile } from './updating.ts';

/** The program's version, credits and licences. `noticesFile` is written by the build. */
const aboutHandlers = ({
  version,
  noticesFile,
}: {
  version: string;
  noticesFile?: string;
}): ContractHandlers['about'] => ({
  read: () => ({ version, updatedFrom: null, credits: [...CREDITS] }),
  dismissUpdate: () => undefined,
  notices: async () => {
    const missing = () =>
      fail('no_notices', 'This build carries no licence notices. Build Milepost again with “npm run build”.');
    if (noticesFile === undefined) return missing();
    const text = await readFile(noticesFile, 'utf8').catch(missing);
    return z.array(licenceNoticeSchema).parse(JSON.parse(text));
  },
});

/** Opens the data file and creates the app; if the file is unusable, an app that only reports this. */
export async function createApp(deps: AppDeps): Promise<App> {
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const publish: Publish = (name, payload) => {
    for (const receive of listeners)
      try {
        receive(name, payload);
      } catch (error) {
        // A window that is being closed, for instance: neither the change nor the others suffer from it.
        deps.log?.write('error', `a listener failed at “${name}”: ${stackFrames(error)}`);
      }
  };
  const subscribe = (receive: (name: string, payload: unknown) => void) => {
    listeners.add(receive);
    return () => void listeners.delete(receive);
  };
  const places = createPlaces();
  const about = aboutHandlers(deps);

  const diagnostics = diagnosticsHandlers(deps);
  const unusable = (problem: StorageProblem): App => {
    // A newer version may be able to use the file.
    const updates = updatesWithoutFile(deps, publish);
    return {
      handlers: unusableHandlers(
        problem,
        { about, diagnostics, places: places.handlers, updates: updates.handlers },
        deps.dataDir,
      ),
      opening: () => FIRST_OPENING,
      subscribe,
      links: () => [],
      inFlight: () => null,
      activity: () => 'idle',
      afterSleep: () => {},
      close: async () => updates.close(),
    };
  };

  const opened = openStorage(join(deps.dataDir, 'milepost.sqlite'));
  if (!opened.ok) return unusable(opened.problem);
  const { storage } = opened;
  try {
    setDamagedRowsAside(storage, backupParts);
    return await openedApp(deps, storage, { publish, subscribe, places, about, diagnostics });
  } catch (error) {
    // Damage inside a file is only detected on reading.
    storage.close();
    if (!isStorageError(error)) throw error;
    return unusable(storageProblem(error, storage.file));
  }
}

import { errorCode } from './error-code.ts';
import type { DatabaseConnection } from './open.ts';
import { type StorageProblem, storageProblem } from './problem.ts';

/** How often a write is tried again while writes fail, in ms. */
const TRY_EVERY_MS = 3_000;
/** A setting that nobody reads: writing it shows that the file takes writes again. */
const TRIED = 'storage.tried';

export type StorageTrouble = {
  /** Records that a write failed. */
  failed(error: unknown): void;
  /** Why nothing can be stored now; null if it can. */
  problem(): StorageProblem | null;
  close(): void;
};

/**
 * Whether the data file takes writes, from the first that fails until one succeeds, so that the user is told of it once
 * and where they look. A locked file is another program's turn and passes by itself; a constraint is of that one write.
 */
export function watchStorage(deps: {
  db: DatabaseConnection;
  file: string;
  after: (ms: number, run: () => void) => () => void;
  onChange: () => void;
}): StorageTrouble {
  let problem: StorageProblem | null = null;
  let callOff = (): void => {};
  const tryAgain = (): void => {
    try {
      deps.db
        .prepare(
          `INSERT INTO settings (name, value) VALUES ('${TRIED}', '1') ON CONFLICT (name) DO UPDATE SET value = value`,
        )
        .run();
      deps.db.prepare(`DELETE FROM settings WHERE name = '${TRIED}'`).run();
      problem = null;
      deps.onChange();
    } catch {
      if (deps.db.open) callOff = deps.after(TRY_EVERY_MS, tryAgain);
    }
  };
  return {
    failed: (error) => {
      const why = storageProblem(error, deps.file);
      const isOfOneWrite = why.code === 'locked' || errorCode(error).startsWith('SQLITE_CONSTRAINT');
      if (problem !== null || isOfOneWrite) return;
      problem = why;
      deps.onChange();
      callOff();
      callOff = deps.after(TRY_EVERY_MS, tryAgain);
    },
    problem: () => problem,
    close: () => callOff(),
  };
}

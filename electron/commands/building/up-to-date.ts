import { hash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdDataFolder } from '../../hosts/single-instance.ts';

export type BuildPlan = {
  root: string;
  /** Files and folders that the build reads, below `root`; a missing one is part of the state. */
  inputs: readonly string[];
  /** Other influences on the output, such as the version of Node. */
  circumstances: readonly string[];
  /** Folders that the build writes, below `root`. */
  outputs: readonly string[];
  /** The folder of the stamp, below `root`, outside the outputs. */
  stampFolder: string;
  /** Builds and returns the exit status. */
  build: () => number;
};

/** Tests are not part of a build. */
const TEST = /\.test\.tsx?$/u;
/** How often to check whether another build has finished, in milliseconds. */
const POLL_EVERY_MS = 100;

/** The files below `path`, or `path` itself if it is a file; empty if missing. */
function filesBelow(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, `${path}/${name}`));
}

/** A hash of the files' names and contents, independent of their times. */
function fingerprint(root: string, paths: readonly string[], others: readonly string[] = []): string {
  const files = paths.flatMap((path) => filesBelow(root, path)).filter((path) => !TEST.test(path));
  const each = files.sort().map((path) => [path, hash('sha256', readFileSync(join(root, path)))]);
  return hash('sha256', JSON.stringify([each, others]));
}

const contentOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/**
 * Builds unless the outputs are up to date with the inputs. Returns the exit status, 0 if there was nothing to do. The
 * stamp is deleted first and written last, so that incomplete or modified output is built again. Concurrent builds wait
 * for each other.
 */
export function bringUpToDate({
  root,
  inputs,
  circumstances,
  outputs,
  stampFolder,
  build,
}: BuildPlan): number {
  const stamp = join(root, stampFolder, 'built');
  const read = () => fingerprint(root, inputs, circumstances);
  const stampOf = (from: string) => `${from} ${fingerprint(root, outputs)}\n`;
  const isBuilt = () => {
    const written = contentOf(stamp);
    return written !== null && written === stampOf(read());
  };
  if (isBuilt()) return 0;

  // Locked like a data folder: the system releases it even after a crash.
  let held = holdDataFolder(join(root, stampFolder));
  while (!held.ok) {
    if (!held.isRunning) throw new Error(held.words);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_EVERY_MS);
    held = holdDataFolder(join(root, stampFolder));
  }
  try {
    if (isBuilt()) return 0;
    rmSync(stamp, { force: true });
    // Read before building, since later changes may not be included.
    const from = read();
    const status = build();
    if (status !== 0) return status;
    writeFileSync(`${stamp}-half`, stampOf(from));
    renameSync(`${stamp}-half`, stamp);
    return 0;
  } finally {
    held.release();
  }
}

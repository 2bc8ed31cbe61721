import { hash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdDataFolder } from '../../hosts/single-instance.ts';

export type BuildPlan = {
  root: string;
  /** Files and folders that the build reads, below `root`; what is not there counts as such. */
  inputs: readonly string[];
  /** What else decides what is written, such as the version of Node. */
  circumstances: readonly string[];
  /** Folders that the build writes, below `root`. */
  outputs: readonly string[];
  /** The folder of the stamp, below `root`, outside the outputs. */
  stampFolder: string;
  /** Builds, and returns the status that it ended with. */
  build: () => number;
};

/** No build reads a test. */
const TEST = /\.test\.tsx?$/u;
/** How often to look whether another build is over, in milliseconds. */
const POLL_EVERY_MS = 100;

/** The files below `path`, itself where it is one; none where nothing is there. */
function filesBelow(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, `${path}/${name}`));
}

/** Tells any two states of these files apart: by their names and what is in them, whenever they were written. */
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
 * Builds unless all that the build would write is there already, from these very inputs. Returns the build's status, 0
 * where there was nothing to do. What says so is written last and taken away first: a build that was cut short, and
 * output that was removed or written by something else, are built again. Two builds at a time wait for each other.
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

  // Held as a data folder is: the system lifts it when the process ends, in whatever way.
  let held = holdDataFolder(join(root, stampFolder));
  while (!held.ok) {
    if (!held.isRunning) throw new Error(held.words);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_EVERY_MS);
    held = holdDataFolder(join(root, stampFolder));
  }
  try {
    if (isBuilt()) return 0;
    rmSync(stamp, { force: true });
    // What changes while it is being built may not be in it.
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

import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** An atomic replacement of a file, written beside it first. */
export type Replacement = {
  /** Appends bytes. Throws the file system's errors. */
  write(bytes: Uint8Array): void;
  /** Syncs the new file and renames it over the old one; returns its size. Throws the file system's errors. */
  commit(): number;
  /** Deletes the new file; the old one stays. */
  discard(): void;
};

/** Makes the renaming durable. Windows and some file systems cannot sync folders, and need not. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The file itself has been synced.
  }
}

/**
 * Starts to replace the file at `path` by one that only its user can read. Throws the file system's errors.
 * @param writeAt writes some of the bytes and returns how many, as `fs.writeSync` does
 */
export function replacement(
  path: string,
  writeAt: (fd: number, bytes: Uint8Array) => number = (fd, bytes) => writeSync(fd, bytes),
): Replacement {
  // Short, so that the combined name stays within the length limit.
  const passing = join(
    dirname(path),
    `.${basename(path).slice(0, 20)}.${randomBytes(6).toString('hex')}.part`,
  );
  const fd = openSync(passing, 'wx', 0o600);
  let bytes = 0;
  let open = true;
  const close = () => {
    if (open) closeSync(fd);
    open = false;
  };
  return {
    write: (more) => {
      for (let done = 0; done < more.length; ) done += writeAt(fd, more.subarray(done));
      bytes += more.length;
    },
    commit: () => {
      fsyncSync(fd);
      close();
      renameSync(passing, path);
      syncFolder(dirname(path));
      return bytes;
    },
    discard: () => {
      close();
      rmSync(passing, { force: true });
    },
  };
}

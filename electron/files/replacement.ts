import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file being written beside the one that it will replace. */
export type Replacement = {
  /** Writes behind what was written before. Throws what the file system throws. */
  write(bytes: Uint8Array): void;
  /** Puts it in place once all of it is on the disk; returns its bytes. Throws what the file system throws. */
  commit(): number;
  /** Takes it away; what was there under its name stays. */
  discard(): void;
};

/** A power failure must not undo the renaming. Windows and some file systems sync no folder, and need not. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The file itself is on the disk.
  }
}

/**
 * Begins to replace the file at `path`, for its user alone. Throws what the file system throws.
 * @param writeAt writes some of the bytes and returns how many, as `fs.writeSync` does
 */
export function replacement(
  path: string,
  writeAt: (fd: number, bytes: Uint8Array) => number = (fd, bytes) => writeSync(fd, bytes),
): Replacement {
  // Short, whatever the name is: together they must not be longer than a name may be.
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

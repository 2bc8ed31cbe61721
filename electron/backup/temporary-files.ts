import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'backup-files';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Temporary files in the data folder, whose disk has space for a copy of the data. Each has its own folder named after
 * its process, so that the next start can remove what a crash left behind.
 */
export function temporaryFiles(dataDir: string) {
  const folder = join(dataDir, FOLDER);
  return {
    /** Creates a folder for one file and SQLite's files beside it. */
    make(id: string): string {
      const place = join(folder, `${process.pid}-${id}`);
      mkdirSync(place, { recursive: true });
      return place;
    },
    remove(place: string): void {
      rmSync(place, { recursive: true, force: true });
    },
    /** Removes files of ended processes, and of an earlier process with this ID. */
    tidy(): void {
      let names: string[];
      try {
        names = readdirSync(folder);
      } catch {
        return;
      }
      for (const name of names) {
        const pid = Number(name.split('-')[0]);
        if (pid === process.pid || !Number.isSafeInteger(pid) || pid <= 0 || !isRunning(pid))
          rmSync(join(folder, name), { recursive: true, force: true });
      }
    },
    /** Free disk space in bytes. */
    freeBytes(): number {
      mkdirSync(folder, { recursive: true });
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
  };
}
export type TemporaryFiles = ReturnType<typeof temporaryFiles>;

export type Received = {
  /** Writes a piece at its offset; a piece may be repeated. Throws the file system's errors. */
  write(offset: number, bytes: Uint8Array): void;
  received(): number;
  close(): void;
};

/** A file that is received piece by piece, in order. */
export function receivedFile(
  file: string,
  write: (fd: number, bytes: Uint8Array, offset: number) => number = (fd, bytes, offset) =>
    writeSync(fd, bytes, 0, bytes.length, offset),
): Received {
  const fd = openSync(file, 'w', 0o600);
  let received = 0;
  let open = true;
  return {
    write(offset, bytes) {
      for (let done = 0; done < bytes.length; ) done += write(fd, bytes.subarray(done), offset + done);
      received = Math.max(received, offset + bytes.length);
    },
    received: () => received,
    close() {
      if (open) closeSync(fd);
      open = false;
    },
  };
}

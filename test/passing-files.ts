import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables with the system's temporary folder, as Node reads them on each platform. */
const NAMES = ['TMPDIR', 'TEMP', 'TMP'];

/** The system's own temporary folder, for programs that trust no other. */
export const systemFolder = (): string => process.env.MILEPOST_TESTS_SYSTEM_FOLDER ?? tmpdir();

const SHARED_MEMORY = '/dev/shm';
/** More than a run writes: what is written to shared memory takes the machine's memory. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Shared memory where there is enough: no commit of a test waits for a disk there. */
function fastFolder(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? SHARED_MEMORY : tmpdir();
}

/** Gives a run of tests one folder for all its temporary files; the returned function deletes it. */
export function passingFiles(): () => void {
  process.env.MILEPOST_TESTS_SYSTEM_FOLDER ??= tmpdir();
  const folder = mkdtempSync(join(fastFolder(), 'milepost-tests-'));
  // A test that runs as another user must be able to reach its own folder.
  chmodSync(folder, 0o755);
  const before = NAMES.map((name) => [name, process.env[name]] as const);
  for (const name of NAMES) process.env[name] = folder;
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

let clear = () => {};

/**
 * How Vitest begins and ends a run. Compiled sources are cached for its duration: otherwise every thread of the product
 * in a test would read and strip them again.
 */
export function setup(): void {
  clear = passingFiles();
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'compiled');
}
export function teardown(): void {
  clear();
}

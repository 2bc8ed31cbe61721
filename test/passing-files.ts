import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the system says that passing files go, by the names that Node asks on each platform. */
const NAMES = ['TMPDIR', 'TEMP', 'TMP'];

/** The system's own folder for passing files, for programs that trust no other. */
export const systemFolder = (): string => process.env.MILEPOST_TESTS_SYSTEM_FOLDER ?? tmpdir();

/** Gives a run of tests one folder for all its passing files; what is returned takes it away with everything in it. */
export function passingFiles(): () => void {
  process.env.MILEPOST_TESTS_SYSTEM_FOLDER ??= tmpdir();
  const folder = mkdtempSync(join(tmpdir(), 'milepost-tests-'));
  // A test that looks as another user must get through to its own folder.
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
 * How Vitest begins and ends a run. What the engine makes of the sources is stored for its length: every thread of the
 * product that a test begins would read and strip them anew.
 */
export function setup(): void {
  clear = passingFiles();
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'compiled');
}
export function teardown(): void {
  clear();
}

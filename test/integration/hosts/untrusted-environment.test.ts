import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** The attack: a variable names a script that a loader of native addons would run inside the process with the key. */
it('no file that a variable names is loaded where the keychain is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-environment-'));
  const mark = join(folder, 'loaded');
  const script = join(folder, 'evil.cjs');
  writeFileSync(
    script,
    `require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''); module.exports = { AsyncEntry: class { async getPassword() { return 'theirs'; } } };`,
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve(import.meta.dirname, 'keychain-probe.ts')],
    { encoding: 'utf8', env: { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: script } },
  );
  expect(status, stderr).toBe(0);
  expect(existsSync(mark)).toBe(false);
});

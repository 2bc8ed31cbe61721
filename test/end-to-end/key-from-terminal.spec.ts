import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { missingForKeychain, UNLOCKED } from '../support/keychain-session.ts';
import { expect, test } from './milepost.ts';
import { openInBrowser } from './open-in-browser.ts';
import { endProcess } from './running-marketplace.ts';
import { go } from './steps.ts';

test('the open page notices a key stored in a terminal, and keeps no trace of it', async ({
  browser,
  folder,
  marketplace,
}, { project }) => {
  test.skip(project.name !== 'chromium', 'In Electron a key comes from the clipboard.');
  test.skip(missingForKeychain.length > 0, `Missing: ${missingForKeychain.join(', ')}`);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  const own = { HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: join(home, 'data') };
  const session = spawn(
    'dbus-run-session',
    ['--', 'sh', '-c', `${UNLOCKED}; echo "$DBUS_SESSION_BUS_ADDRESS"; cat`],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...own } },
  );
  const [bus] = (await once(createInterface({ input: session.stdout }), 'line')) as [string];
  const env = { DBUS_SESSION_BUS_ADDRESS: bus };
  const dataDir = join(folder, 'data');
  const { page, close } = await openInBrowser(
    browser,
    { dataDir, marketplace: marketplace.url, key: null, onOutput: () => {} },
    env,
  );

  await go(page, 'Settings');
  await page.getByRole('link', { name: 'Marketplace and key' }).click();
  const key = page.getByRole('region', { name: 'Access key', exact: true });
  await expect(key).toContainText('No key is stored for this marketplace.');
  await expect(key.locator('code')).toContainText('run key -- set');

  const storing = promisify(execFile)(
    process.execPath,
    ['out/main/key.js', 'set', '--marketplace', marketplace.url, '--data-dir', dataDir],
    { env: { ...process.env, ...env } },
  );
  storing.child.stdin?.end(`${marketplace.key}\n`);
  await storing;
  await expect(key).toContainText('A key is stored in the system’s keychain');
  await key.getByRole('button', { name: 'Check key' }).click();
  await expect(key).toContainText('It belongs to the account');
  expect(await page.content()).not.toContain(marketplace.key);

  await close();
  session.stdin.end();
  await endProcess(session);
});

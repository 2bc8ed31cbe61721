/** A run without a window in a process of its own: what is due is refreshed, and the exit code says what became of it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdDataFolder } from '../../../electron/hosts/single-instance.ts';
import { ALLOWED_ORIGINS } from '../../../electron/settings/stored-address.ts';
import { storedSettings } from '../../../electron/storage/stored-settings.ts';
import { missingForKeychain, UNLOCKED } from '../../support/keychain-session.ts';
import { until } from '../../support/product.ts';
import { openShop, type Shop } from '../purchases/shop.ts';
import { inSession, root, run } from './command.ts';

const DAY_MS = 86_400_000;
let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
  // As the user chose and allowed it: the product of the shop was given its address for one run.
  await shop.product.handlers.settings.setMarketplace({ address: shop.demo.baseUrl });
  const db = new Database(join(shop.dataDir, 'milepost.sqlite'));
  storedSettings(db).write(ALLOWED_ORIGINS, [`local ${new URL(shop.demo.baseUrl).origin}`]);
  db.close();
});
afterEach(() => shop.close());

const onlySearch = async () => {
  const [only] = await shop.product.handlers.watchlist.list(undefined);
  if (only === undefined) throw new Error('nothing is saved');
  return only;
};
/** A search that was read so many days ago and may be refreshed every day. */
async function permitted({ daysAgo, perDay = 200_000 }: { daysAgo: number; perDay?: number }): Promise<void> {
  await shop.buy();
  const { refresh } = await onlySearch();
  await shop.product.handlers.purchases.giveGrant({
    toolRef: refresh.toolRef ?? '',
    input: refresh.input,
    pages: 2,
    everyHours: 24,
    perDay: { currency: 'USD', units: String(perDay), exponent: 6 },
    until: new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10),
  });
  await shop.product.close();
  const db = new Database(join(shop.dataDir, 'milepost.sqlite'));
  db.prepare('UPDATE award_pages SET received_at = received_at - ?').run(daysAgo * DAY_MS);
  db.close();
}
const start = (...args: string[]) =>
  run('out/main/watch.js', ['--data-dir', shop.dataDir, '--key-stdin', ...args], { input: shop.key });
const watch = (...args: string[]) => start(...args).finished;
/** The program itself as it is installed, with the stand-in in place of Electron. */
const INSTALLED = ['test/electron-stand-in/process.ts', root, '9.9.9'] as const;
const milepost = (dataDir: string, ...args: string[]) => {
  const [file, ...first] = INSTALLED;
  return run(file, [...first, ...args, '--data-dir', dataDir], { env: { DBUS_SESSION_BUS_ADDRESS: '' } })
    .finished;
};
const calls = async () => (await shop.control.books()).calls.length;

describe('npm run watch', () => {
  it('refreshes what is due under a permission, every page of it, and nothing that is not', async () => {
    await permitted({ daysAgo: 2 });
    const first = await watch();
    expect(first.stderr).toBe('');
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('Refreshed: ') });
    expect(first.stdout).toContain('2 pages');
    expect(await calls()).toBe(3);
    expect(await watch()).toMatchObject({ code: 0, stdout: 'Nothing was refreshed.\n' });
    expect(await calls()).toBe(3);
    await shop.restart();
    expect((await onlySearch()).runs).toBe(2);
  });

  it('says what was due and was not bought', async () => {
    await permitted({ daysAgo: 2, perDay: 10_000 });
    const { code, stderr } = await watch();
    expect(code).toBe(5);
    expect(stderr).toContain('above USD 0.010000');
    expect(await calls()).toBe(1);
    await shop.restart();
  });

  it('goes on another time with a purchase that is not settled', async () => {
    await permitted({ daysAgo: 2 });
    await shop.control.behave({ callPlan: { outcome: 'pending', polls: 1000, retryAfterMs: 3_000_000 } });
    const first = start();
    await expect.poll(calls).toBe(2);
    // It would wait half a minute for the service to settle it.
    first.child.kill('SIGTERM');
    expect((await first.finished).code).toBe(6);
    expect((await watch()).code).toBe(6);
    expect(await calls()).toBe(2);
    await shop.restart();
  });

  it('leaves a folder alone that another Milepost has', async () => {
    const { code, stderr } = await watch();
    expect(code).toBe(0);
    await shop.product.close();
    const held = holdDataFolder(shop.dataDir);
    const second = await watch();
    if (held.ok) held.release();
    expect([second.code, second.stderr]).toEqual([4, expect.stringContaining('already running')]);
    expect(stderr).toBe('');
    await shop.restart();
  });

  it('refreshes nothing while watching is paused for today', async () => {
    await shop.product.handlers.background.pause({ today: true });
    await permitted({ daysAgo: 2 });
    expect(await watch()).toMatchObject({ code: 0, stdout: expect.stringContaining('paused') });
    expect(await calls()).toBe(1);
    await shop.restart();
    await shop.product.handlers.background.pause({ today: false });
    await until(shop.product, async () => (await onlySearch()).runs === 2);
  });

  it('refuses wrong arguments, and a key among them', async () => {
    expect((await watch('--often')).code).toBe(2);
    expect((await watch('amk_secret')).stderr).not.toContain('amk_secret');
  });

  it('says that it cannot start where the data file or its folder cannot be used', async () => {
    await shop.product.close();
    writeFileSync(join(shop.dataDir, 'milepost.sqlite'), 'no database');
    for (const { code, stdout, stderr } of [
      await watch(),
      await milepost(shop.dataDir, '--watch'),
      await milepost(join(shop.dataDir, 'milepost.sqlite'), '--watch'),
    ])
      expect([code, stdout, stderr.length > 20]).toEqual([1, '', true]);
    rmSync(join(shop.dataDir, 'milepost.sqlite'));
    await shop.restart();
  });

  it('prints the examples that docs/watching.md holds', async () => {
    const { code, stdout } = await milepost(shop.dataDir, '--watch', '--print-schedule');
    expect(code).toBe(0);
    const docs = readFileSync(join(root, 'docs/watching.md'), 'utf8');
    expect(docs).toContain(`\`\`\`\n${stdout}\`\`\`\n`);
    for (const each of ['[Timer]', 'StartInterval', 'schtasks']) expect(stdout).toContain(each);
  });
});

describe('milepost --watch', () => {
  it.skipIf(missingForKeychain.length > 0)(
    'refreshes what is due with the key in the keychain, and without a key says what was due',
    async () => {
      await permitted({ daysAgo: 2 });
      const without = await milepost(shop.dataDir, '--watch');
      expect([without.code, without.stderr]).toEqual([5, expect.stringContaining('there is no key')]);
      expect(await calls()).toBe(1);
      const node = `'${process.execPath}' --disable-warning=ExperimentalWarning`;
      const key = `${node} ${root}/out/main/key.js --marketplace ${shop.demo.baseUrl} --data-dir ${shop.dataDir} set`;
      const start = `${node} ${root}/${INSTALLED.join(' ')} --watch --data-dir ${shop.dataDir}`;
      const said = await inSession(
        [UNLOCKED, `printf '${shop.key}\\n' | ${key}`, start, 'echo "exit $?"', start, 'echo "exit $?"'],
        { bus: true },
      );
      expect(said).toMatch(/Refreshed: .*, 2 pages\.\nexit 0\nNothing was refreshed\.\nexit 0$/u);
      expect(await calls()).toBe(3);
      await shop.restart();
      expect((await onlySearch()).runs).toBe(2);
    },
  );

  it('says in the terminal, and in no dialog, that an argument is wrong', async () => {
    for (const wrong of [['--marketplace'], ['--remote-debugging-port=9222']]) {
      const { code, stderr } = await milepost(shop.dataDir, '--watch', ...wrong);
      expect([code, stderr]).toEqual([2, expect.stringContaining(wrong[0]?.split('=')[0] ?? '')]);
    }
  });
});

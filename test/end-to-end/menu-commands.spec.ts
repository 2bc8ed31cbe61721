import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './milepost.ts';
import { ask } from './purchase-steps.ts';
import { expectSoundAtBothSizes, expectSoundInBoth } from './soundness.ts';
import { go, runCommand } from './steps.ts';

test.use({ withKey: false });

test('what is new, a report of a problem and a link to a screen are one command away', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await page.getByRole('link', { name: 'Wallet', exact: true }).focus();
  await runCommand(page, 'What is new');
  const news = page.getByRole('dialog', { name: 'What is new' });
  await expect(news.getByRole('heading', { name: 'Added' })).toBeVisible();
  expect(await news.getByRole('listitem').count()).toBeGreaterThan(3);
  await expectSoundAtBothSizes(page, 'what-is-new');
  await page.keyboard.press('Escape');
  await expect(news).toBeHidden();
  await runCommand(page, 'Report a problem');
  const report = page.getByRole('dialog', { name: 'Report a problem' });
  await expect(report.getByLabel('Diagnosis')).toHaveValue(/^Milepost \d/u);
  await expectSoundAtBothSizes(page, 'report');
  await report.getByRole('button', { name: 'Copy diagnosis' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('clipboard');
  await report.getByRole('button', { name: 'Close' }).first().click();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void Reflect.set(window, 'copied', text) },
    });
  });
  await go(page, 'Watchlist');
  await runCommand(page, 'Copy link to this screen');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'copied'))).toBe('milepost:/watchlist');
  await runCommand(page, 'Licences');
  await expect(page.getByRole('list', { name: 'Licence notices' })).toBeVisible();
  await runCommand(page, 'First steps');
  await expect(page.getByRole('heading', { name: 'Readiness' })).toBeFocused();
  await runCommand(page, 'Restore');
  await expect(page.getByRole('button', { name: 'Restore from a backup…' })).toBeFocused();
});

test('the first start after an update offers what is new, until it is dismissed', { tag: '@long' }, async ({
  milepost,
}) => {
  const notice = () => milepost.page.getByRole('status').filter({ hasText: /^Milepost is now version/u });
  await expect(milepost.page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expect(notice()).toBeHidden();
  await milepost.close();
  const db = new Database(join(milepost.dataDir, 'milepost.sqlite'));
  db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run('about.version', '"0.0.1"');
  db.close();
  await milepost.restart();
  const { page } = milepost;
  await notice().getByRole('button', { name: 'What is new' }).click();
  const news = page.getByRole('dialog', { name: 'What is new' });
  await expect(news.getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expectSoundAtBothSizes(page, 'updated');
  await notice().getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice()).toBeHidden();
  await milepost.restart();
  await expect(milepost.page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await expect(notice()).toBeHidden();
});

test('text is found in the open screen, wherever its elements divide it', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page } = milepost;
  const marked = (name: string) =>
    page.evaluate(
      (each) => [...(CSS.highlights.get(each) ?? [])].map((range) => (range as Range).toString()),
      name,
    );
  // A screen whose text is complete at once: where parts still come, so do further places.
  await go(page, 'Trips');
  await expect(page.getByText('No trip yet')).toBeVisible();
  await runCommand(page, 'Find in page');
  const bar = page.getByRole('search', { name: 'Find in page' });
  const field = bar.getByLabel('Find in page');
  await expect(field).toBeFocused();
  await field.fill('TRIP');
  await expect(bar).toContainText(/^1 of \d+$/u);
  const all = await marked('found');
  expect(all.length).toBeGreaterThan(2);
  expect(all.every((each) => each.toLowerCase() === 'trip')).toBe(true);
  await page.keyboard.press('Shift+Enter');
  await expect(bar).toContainText(`${all.length} of ${all.length}`);
  await page.keyboard.press('Enter');
  await expect(bar).toContainText(/^1 of/u);
  await page.keyboard.press('Enter');
  // What comes later above it moves no place.
  await page.evaluate(() => {
    const late = document.createElement('p');
    late.textContent = 'Another trip';
    document.querySelector('main')?.prepend(late);
  });
  await expect(bar).toContainText(`3 of ${all.length + 1}`);
  await page.keyboard.press('Escape');
  await go(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Facts' })).toBeVisible();
  await runCommand(page, 'Find in page');
  // Its elements divide it: "Milepost", and the version.
  await field.fill('milepost 0.');
  await expect(bar).toContainText('1 of 1');
  await expectSoundAtBothSizes(page, 'find');
  await field.fill('no such text');
  await expect(bar).toContainText('Not found');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  expect(await marked('found')).toEqual([]);
  // The browser's own search stays the browser's.
  const isFree = await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'f',
        code: 'KeyF',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  expect(isFree).toBe(true);
});

test('a file that is dropped on the window opens its preview, and changes nothing', async ({ milepost }) => {
  const { page } = milepost;
  await go(page, 'Settings');
  const { bytes } = await milepost.saved(() => page.getByRole('button', { name: 'Save a backup' }).click());
  const drop = async (name: string, data: Buffer) => {
    const transfer = await page.evaluateHandle(
      ({ base64, name }) => {
        const given = new DataTransfer();
        given.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
        return given;
      },
      { base64: data.toString('base64'), name },
    );
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  };
  await go(page, 'Wallet');
  // A trip that was given away fills in the form; it is stored once that is saved.
  const leg = { origins: ['LHR'], destinations: ['HND'], nights: null, connects: 'hop' };
  const question = {
    ...{
      adults: 2,
      children: 1,
      legs: [leg],
      returns: false,
      cabins: ['business'],
      stopsMax: null,
      hopKm: 0,
    },
    ...{ window: { from: '2027-03-01', until: '2027-03-05' }, owners: ['Ana'], milesMax: null },
    ...{ perDayMax: null, inAllMax: null },
  };
  const { tripId } = await ask<{ tripId: string }>(page, 'trips', 'create', {
    ...{ title: 'Three to Tokyo', notes: 'A secret', starts: null, ends: null, question },
    board: { flights: [], links: [{ url: 'https://example.org/', text: 'Hotel' }] },
  });
  await go(page, 'Trips');
  await page.getByRole('link', { name: 'Three to Tokyo', exact: true }).click();
  await page.getByRole('button', { name: 'Export trip' }).click();
  const given = await milepost.saved(() => page.getByRole('menuitem', { name: /^Trip file/ }).click());
  expect(given.name).toMatch(/\.milepost-trip$/u);
  expect(given.bytes.toString()).not.toMatch(/secret|Ana/u);
  await ask(page, 'trips', 'remove', { tripId });
  await go(page, 'Wallet');
  await drop(given.name, given.bytes);
  await expect(page.getByLabel('Title')).toHaveValue('Three to Tokyo');
  await expect(page.getByLabel('Children')).toHaveValue('1');
  await expect(page.getByText('Nothing of it is saved yet. On its board: 1 link.')).toBeVisible();
  expect(await ask<unknown[]>(page, 'trips', 'list')).toEqual([]);
  await expectSoundInBoth(page, 'trip-from-file');
  // The same by the menu's commands, whose files are chosen.
  const choose = async (press: () => Promise<void>, file: { name: string; bytes: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    await press();
    await (await chooser).setFiles({ name: file.name, mimeType: '', buffer: file.bytes });
  };
  for (const [name, button] of [
    ['Open trip', 'Open a trip file'],
    ['Import', 'Choose a file'],
  ] as const) {
    await go(page, 'Wallet');
    await runCommand(page, name);
    const press = page.getByRole('button', { name: `${button}…` });
    await expectSoundAtBothSizes(page, `menu-${name.toLowerCase().replace(' ', '-')}`);
    await choose(() => press.click(), given);
    await expect(page.getByLabel('Title')).toHaveValue('Three to Tokyo');
  }
  await page.getByRole('button', { name: 'Save trip' }).click();
  await expect(page.getByRole('list', { name: 'Board' })).toContainText('Hotel');
  await go(page, 'Trips');
  await choose(() => page.getByRole('button', { name: 'Open a trip file…' }).click(), {
    name: 'new.milepost-trip',
    bytes: Buffer.from('{"milepost":"trip","version":9}'),
  });
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('newer version');
  await go(page, 'Wallet');
  await drop('new.milepost-trip', Buffer.from('{"milepost":"trip","version":9}'));
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('newer version');
  await drop('notes.txt', Buffer.from('hello'));
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('neither a backup');
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await drop('pack.json', Buffer.from('{"kind":"none"}'));
  await expect(page.getByText('The file was not loaded')).toBeVisible();
  await go(page, 'Wallet');
  await drop('copy.milepost', bytes);
  await expect(page.getByText('What this backup holds')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel restore' }).click();
});

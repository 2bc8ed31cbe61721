import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ADDRESS, addOddities, fill } from '../bench/data/fill.ts';
import { expect, openInBrowser, test } from './milepost.ts';
import { walkOffline } from './offline-walk.ts';
import { onlyThisMachine } from './only-this-machine.ts';

test('every view of what is stored works with no network from the first second', async ({
  browser,
  folder,
}, testInfo) => {
  test.skip(testInfo.project.metadata.host === 'electron', 'what shows it is the same page');
  test.setTimeout(120_000);
  const file = join(folder, 'data', 'milepost.sqlite');
  mkdirSync(dirname(file), { recursive: true });
  fill(file, 3_000, () => {});
  addOddities(file);
  const opened = await openInBrowser(browser, {
    dataDir: dirname(file),
    marketplace: ADDRESS,
    key: null,
    hear: () => {},
  });
  try {
    const strayed = await onlyThisMachine(opened.page.context());
    await opened.page.reload();
    const walked: string[] = [];
    await walkOffline(opened.page, (what) => walked.push(what));
    expect(walked.length).toBeGreaterThan(20);
    expect(strayed).toEqual([]);
  } finally {
    await opened.close();
  }
});

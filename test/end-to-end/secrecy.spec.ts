import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './milepost.ts';
import { go, SCREENS, searchOnce } from './steps.ts';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

test('the key is in no file, log line, message or page of a complete run', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const { key } = marketplace;
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) =>
    seen.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? ''),
  );
  page.on('response', async (response) => {
    const isStream = response.headers()['content-type']?.includes('event-stream');
    if (!isStream) seen.push(await response.text().catch(() => ''));
  });

  await searchOnce(page);
  for (const screen of SCREENS) {
    await go(page, screen);
    seen.push(await page.content());
    seen.push(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])));
  }
  // A wrong address and a refused key leave traces too.
  await marketplace.control.inject({ on: '*', kind: 'status', status: 401, times: 5 });
  await page.getByRole('button', { name: 'Check key' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toBeAttached();
  seen.push(await page.content());

  expect(key.length).toBeGreaterThan(16);
  expect(seen.length).toBeGreaterThan(50);
  for (const text of seen) expect(text.includes(key)).toBe(false);
  expect(milepost.said().includes(key)).toBe(false);

  // The data file with its write-ahead log, while it is open and after it was closed.
  const inFiles = () => filesBelow(milepost.dataDir).filter((file) => readFileSync(file).includes(key));
  expect(filesBelow(milepost.dataDir).some((file) => file.endsWith('-wal'))).toBe(true);
  expect(inFiles()).toEqual([]);
  await milepost.close();
  expect(inFiles()).toEqual([]);
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { namedBySecond, namedToOpen, openRequests } from './opening.ts';

/** A collector that has begun or not, and what it opened. */
function collector() {
  const opened: string[] = [];
  const requests = openRequests();
  const begin = () =>
    requests.begin({
      link: (path) => opened.push(`link ${path}`),
      file: (path) => opened.push(`file ${path}`),
    });
  return { ...requests, opened, begin };
}

it('links and files of before the start are opened in order once it can be, and later ones at once', () => {
  const { add, any, begin, opened } = collector();
  add('milepost:/trips');
  add('/home/a/backup.milepost');
  expect([any(), opened]).toEqual([true, []]);
  begin();
  add('milepost:/results');
  expect(opened).toEqual(['link /trips', 'file /home/a/backup.milepost', 'link /results']);
  expect(any()).toBe(false);
});

it('a link that leads nowhere opens no screen and no file', () => {
  const { add, begin, opened } = collector();
  begin();
  for (const link of ['milepost://x/../../', 'MILEPOST:/../etc/passwd', 'milepost:']) add(link);
  expect(opened).toEqual(['link /link', 'link /link', 'link /link']);
});

it('of the arguments of a start only links and existing files are opened, files by their whole path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-opening-'));
  const file = join(folder, 'a.milepost');
  writeFileSync(file, '');
  expect(
    namedToOpen(['.', 'milepost:/trips', relative(process.cwd(), file), folder, join(folder, 'none'), '']),
  ).toEqual(['milepost:/trips', file]);
});

it('what a second start says is read as what another process wrote', () => {
  expect(namedBySecond({ opens: ['milepost:/trips'] })).toEqual(['milepost:/trips']);
  for (const other of [
    null,
    undefined,
    'milepost:/',
    { opens: 'milepost:/' },
    { opens: [1] },
    { opens: Array(11).fill('') },
  ])
    expect(namedBySecond(other)).toEqual([]);
});

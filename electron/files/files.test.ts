import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { fileName } from './file-name.ts';
import { createFiles } from './files.ts';
import { replacement } from './replacement.ts';

const place = () => join(mkdtempSync(join(tmpdir(), 'milepost-files-')), 'export.csv');
const OWN = { dataDir: mkdtempSync(join(tmpdir(), 'milepost-own-')) };
const base64 = (text: string) => Buffer.from(text).toString('base64');

async function begun(path: string, begin?: (path: string) => ReturnType<typeof replacement>) {
  const files = createFiles({ ...OWN, chooseFile: async () => path, ...(begin && { begin }) });
  const answer = await files.handlers.begin({ name: 'export.csv' });
  if (answer.by !== 'program') throw new Error('it should be written by the program');
  return { files, fileId: answer.fileId };
}
const failureOf = async (act: () => unknown) => {
  try {
    await act();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure;
    throw error;
  }
  return null;
};

describe('a file that the page made', () => {
  it('is downloaded by the browser where there is no window of the program', async () => {
    expect(await createFiles(OWN).handlers.begin({ name: 'export.csv' })).toEqual({ by: 'download' });
  });

  it('is not begun where the user changed their mind', async () => {
    const { handlers } = createFiles({ ...OWN, chooseFile: async () => null });
    expect(await handlers.begin({ name: 'export.csv' })).toEqual({ by: 'cancelled' });
  });

  it('replaces what was there when all of it is written, and not before', async () => {
    const path = place();
    writeFileSync(path, 'before');
    const { files, fileId } = await begun(path);
    await files.handlers.write({ fileId, data: base64('one ') });
    await files.handlers.write({ fileId, data: base64('two') });
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(await files.handlers.finish({ fileId })).toEqual({ path, bytes: 7 });
    expect(readFileSync(path, 'utf8')).toBe('one two');
    expect(readdirSync(join(path, '..'))).toEqual(['export.csv']);
    expect(await failureOf(() => files.handlers.finish({ fileId }))).toMatchObject({ code: 'not_found' });
  });

  it('leaves nothing behind when Milepost ends', async () => {
    const path = place();
    writeFileSync(path, 'before');
    const { files, fileId } = await begun(path);
    await files.handlers.write({ fileId, data: base64('one') });
    files.close();
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(join(path, '..'))).toEqual(['export.csv']);
  });

  it('on a full disk is reported as such, and what was there stays', async () => {
    const path = place();
    writeFileSync(path, 'before');
    let space = 5;
    const { files, fileId } = await begun(path, (to) =>
      replacement(to, (fd, bytes) => {
        if (space === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        const written = writeSync(fd, bytes.subarray(0, space));
        space -= written;
        return written;
      }),
    );
    const failure = await failureOf(() => files.handlers.write({ fileId, data: base64('more than five') }));
    expect(failure).toMatchObject({ code: 'disk_full' });
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(join(path, '..'))).toEqual(['export.csv']);
  });

  it('that cannot be begun or put in place is reported as such', async () => {
    const nowhere = createFiles({ ...OWN, chooseFile: async () => join(place(), 'not', 'there.csv') });
    expect(await failureOf(() => nowhere.handlers.begin({ name: 'a' }))).toMatchObject({ code: 'not_saved' });
    const refused = createFiles({
      ...OWN,
      chooseFile: async () => place(),
      begin: () => {
        throw Object.assign(new Error(), { code: 'EROFS' });
      },
    });
    expect((await failureOf(() => refused.handlers.begin({ name: 'a' })))?.message).toContain(
      'may not write',
    );
    const held = createFiles({
      ...OWN,
      chooseFile: async () => place(),
      begin: (path) => ({
        ...replacement(path),
        commit: () => {
          throw Object.assign(new Error(), { code: 'EBUSY' });
        },
      }),
    });
    const begin = await held.handlers.begin({ name: 'a' });
    const { fileId: heldId } = begin as { fileId: string };
    expect((await failureOf(() => held.handlers.finish({ fileId: heldId })))?.message).toContain(
      'Another program has this file open',
    );
    const folder = mkdtempSync(join(tmpdir(), 'milepost-files-'));
    const { files, fileId } = await begun(folder);
    expect(await failureOf(() => files.handlers.finish({ fileId }))).toMatchObject({ code: 'not_saved' });
    expect(existsSync(folder)).toBe(true);
  });

  it.each([
    'milepost.sqlite',
    'milepost.sqlite-wal',
    'logs/new.csv',
    'new.csv',
    'link-to-itself/new.csv',
    '',
  ])("is never put among Milepost's own: %j", async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'milepost-own-'));
    mkdirSync(join(dataDir, 'logs'));
    writeFileSync(join(dataDir, 'milepost.sqlite'), 'all that was bought');
    const outside = mkdtempSync(join(tmpdir(), 'milepost-files-'));
    symlinkSync(dataDir, join(outside, 'link-to-itself'));
    const path = join(name.startsWith('link') ? outside : dataDir, name);
    const { handlers } = createFiles({ dataDir, chooseFile: async () => path });
    expect(await failureOf(() => handlers.begin({ name: 'a' }))).toMatchObject({
      code: 'not_saved',
      message: expect.stringContaining('Milepost’s own files'),
    });
    expect(readFileSync(join(dataDir, 'milepost.sqlite'), 'utf8')).toBe('all that was bought');
  });

  it('is written through a link, which stays one', async () => {
    const path = place();
    const link = join(path, '..', 'link.csv');
    writeFileSync(path, 'before');
    symlinkSync(path, link);
    const { files, fileId } = await begun(link);
    await files.handlers.write({ fileId, data: base64('after') });
    expect(await files.handlers.finish({ fileId })).toEqual({ path, bytes: 5 });
    expect(readFileSync(path, 'utf8')).toBe('after');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it('may be beside them, however alike the names of the folders are', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'milepost-files-'));
    const dataDir = join(parent, 'Milepost');
    for (const folder of ['Milepost', 'Milepost exports', '..Milepost']) mkdirSync(join(parent, folder));
    for (const folder of ['.', 'Milepost exports', '..Milepost']) {
      const { handlers } = createFiles({ dataDir, chooseFile: async () => join(parent, folder, 'a.csv') });
      expect(await handlers.begin({ name: 'a' })).toMatchObject({ by: 'program' });
    }
  });
});

it.each([
  ['milepost-activity.csv', 'milepost-activity.csv'],
  ['../../.bashrc', 'bashrc'],
  ['C:\\Windows\\evil.exe', 'C--Windows-evil-exe'],
  ['harmless\u202efdp.exe', 'harmless fdp-exe'],
  ['NUL.csv', 'milepost.csv'],
  ['aux .csv', 'milepost.csv'],
  ['COM¹.csv', 'milepost.csv'],
  ['conin$.txt', 'milepost.txt'],
  ['lpt1\u3000.json', 'milepost.json'],
  ['-rf.csv', 'rf.csv'],
  ...['desktop', 'command', 'html', 'url', 'lnk', 'scr', 'webloc', 'mcpb'].map((kind) => [
    `milepost.${kind}`,
    `milepost-${kind}`,
  ]),
  ['comparison.desktop.png', 'comparison-desktop.png'],
  ['milepost-backup-2027-03-01.milepost', 'milepost-backup-2027-03-01.milepost'],
  ['Spring.milepost-trip', 'Spring.milepost-trip'],
  ['console.csv', 'console.csv'],
  ['', 'milepost'],
  ['...', 'milepost'],
  [`${'x'.repeat(400)}.json`, `${'x'.repeat(60)}.json`],
])('the name %j is suggested as %j', (name, suggested) => {
  expect(fileName(name)).toBe(suggested);
});

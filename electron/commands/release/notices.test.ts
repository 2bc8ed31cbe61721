import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { type Credit, placeCredits } from '../../places/credits.ts';
import {
  dataText,
  licenceNotices,
  noticesOf,
  noticesText,
  packageFolder,
  UnknownLicenceError,
} from './notices.ts';

/** A project with one package that it bundles, and those that are packed as they are. */
function project(manifest: object, files: Record<string, string> = {}, addon: object = { license: 'MIT' }) {
  const root = mkdtempSync(join(tmpdir(), 'milepost-notices-'));
  const put = (name: string, content: object, more: Record<string, string> = {}) => {
    const folder = join(root, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', main: 'index.js', ...content }),
    );
    writeFileSync(join(folder, 'index.js'), 'export const answer = globalThis.answer;');
    for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text);
    return folder;
  };
  for (const name of ['better-sqlite3', '@napi-rs/keyring', 'electron', 'vite', 'rolldown'])
    put(name, { license: 'MIT' });
  put('@napi-rs/keyring-solaris-x64', addon, { 'LICENSE.third-party.md': 'What it is built from.' });
  const folder = put('dependency', manifest, files);
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(root, 'main.js'), "import { answer } from 'dependency'; console.log(answer);");
  mkdirSync(join(root, 'out/main'), { recursive: true });
  return { root, folder };
}

const bundle = (root: string) =>
  build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [licenceNotices({ root, bundles: 1 })()],
    build: { outDir: 'out/main', emptyOutDir: true, rollupOptions: { input: join(root, 'main.js') } },
  });

it.each([
  ['no licence', {}],
  ['an unknown one', { license: 'Custom' }],
  ['one that asks for more', { license: 'AGPL-3.0-only' }],
])('ends the build where a bundled package has %s, and names it', async (_what, manifest) => {
  const { root } = project(manifest);
  await expect(bundle(root)).rejects.toThrow(/dependency 1\.0\.0/u);
});

it('writes the notices of what is bundled, with the texts that the package carries', async () => {
  const { root } = project(
    { license: 'Apache-2.0', homepage: 'https://dependency.example/' },
    { 'LICENSE.md': 'The licence.', NOTICE: 'The notice.', 'README.md': 'Not this.' },
  );
  await bundle(root);
  const { default: notices } = await import(join(root, 'out/main/notices.json'), { with: { type: 'json' } });
  expect(notices.map((notice: { name: string }) => notice.name)).toEqual([
    '@napi-rs/keyring',
    '@napi-rs/keyring-solaris-x64',
    'better-sqlite3',
    'dependency',
    'electron',
  ]);
  // What is compiled into an addon is known to its own package alone.
  expect(notices[1].text).toBe('What it is built from.');
  expect(notices[4].text).toContain('LICENSES.chromium.html');
  expect(notices[3]).toEqual({
    name: 'dependency',
    version: '1.0.0',
    licence: 'Apache-2.0',
    text: 'The licence.\n\nThe notice.',
    homepage: 'https://dependency.example/',
  });
});

it('ends the build where an addon has no licence', async () => {
  const { root } = project({ license: 'MIT' }, {}, {});
  await expect(bundle(root)).rejects.toThrow(/keyring-solaris-x64/u);
});

it.each([
  ['\0vite/preload-helper.js', 'vite'],
  ['\0rolldown/runtime.js', 'rolldown'],
])('counts what the build adds of itself, such as %j', (id, name) => {
  const { root } = project({ license: 'MIT' });
  expect(packageFolder(id, root)).toBe(join(root, 'node_modules', name));
});

it('names the data sets with what their licences ask for, and ends the build where one is not known', () => {
  const text = dataText(placeCredits);
  expect(text).toContain('UNICODE LICENSE V3');
  expect(text).toContain('https://creativecommons.org/licenses/by/4.0/');
  expect(text).toContain('https://creativecommons.org/publicdomain/zero/1.0/');
  for (const { name, holder } of placeCredits) expect(text).toContain(`${name}\n${holder}`);
  const [first] = placeCredits as [Credit];
  expect(() => dataText([{ ...first, licence: 'CC BY-NC 4.0' }])).toThrow(UnknownLicenceError);
});

it('reads what older packages say of their licence', () => {
  expect(noticesOf([project({ license: { type: 'MIT' } }).folder])[0]?.licence).toBe('MIT');
  expect(noticesOf([project({ licenses: [{ type: 'MIT' }, { type: 'ISC' }] }).folder])[0]?.licence).toBe(
    'MIT AND ISC',
  );
  expect(() => noticesOf([project({ licenses: [{ type: 'MIT' }, {}] }).folder])).toThrow(UnknownLicenceError);
});

it('says so where a package carries no text', () => {
  const text = noticesText(noticesOf([project({ license: 'MIT' }).folder]));
  expect(text).toContain('dependency 1.0.0 (MIT)\n\nThe package carries no licence text of its own.');
});

it('finds the package of a module, past folders that only say how files are read', () => {
  const { folder } = project({ license: 'MIT' });
  mkdirSync(join(folder, 'esm'));
  writeFileSync(join(folder, 'esm/package.json'), '{"type":"module"}');
  expect(packageFolder(join(folder, 'esm/index.js'))).toBe(folder);
  expect(packageFolder(`\0${join(folder, 'index.js')}?commonjs-es-import`)).toBe(folder);
  expect(packageFolder(join(import.meta.dirname, 'notices.ts'))).toBeNull();
  expect(packageFolder('\0rolldown/runtime.js')).toBeNull();
});

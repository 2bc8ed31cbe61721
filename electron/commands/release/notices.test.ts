import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { licenceNotices, noticesOf, noticesText, packageFolder, UnknownLicenceError } from './notices.ts';

/** A project with one package that it bundles, and those that are packed as they are. */
function project(manifest: object, files: Record<string, string> = {}) {
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
  for (const name of ['better-sqlite3', 'keytar', 'electron']) put(name, { license: 'MIT' });
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
    'better-sqlite3',
    'dependency',
    'electron',
    'keytar',
  ]);
  expect(notices[1]).toEqual({
    name: 'dependency',
    version: '1.0.0',
    licence: 'Apache-2.0',
    text: 'The licence.\n\nThe notice.',
    homepage: 'https://dependency.example/',
  });
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

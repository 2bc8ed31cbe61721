import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { LINK_SCHEME } from '#shared/milepost-link.ts';
import { fileName } from '../../../electron/files/file-name.ts';
import { builderRequire, CLOSED_FUSES, FUSES, placesOf, readFuses } from './laid-out-electron.ts';
import { pack, project, TARGETS } from './pack.ts';

const root = resolve(import.meta.dirname, '../../..');

type Configuration = {
  appId: string;
  copyright: string;
  files: unknown[];
  icon: string;
  electronFuses: Record<string, boolean>;
  mac: object;
  win: object;
  linux: object;
  protocols: { schemes: string[] }[];
  fileAssociations: { ext: string; mimeType: string; role: string }[];
};
const yaml = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
const configuration: Configuration = builderRequire('js-yaml').load(yaml);

describe('the description of the installers', () => {
  it('matches electron-builder’s own schema', () => {
    const validate = new Ajv({ strict: false, allErrors: true }).compile(builderRequire('../scheme.json'));
    expect(validate(configuration), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...configuration, fusesElectron: {} })).toBe(false);
  });

  it('matches what users of each system expect: one name, the sandbox, and no unused languages', () => {
    const main = readFileSync(join(root, 'electron/main.ts'), 'utf8');
    expect(main).toContain(`const APP_ID = '${configuration.appId}';`);
    expect(main).toContain(`const COPYRIGHT = '${configuration.copyright}';`);
    expect(configuration).toMatchObject({
      electronLanguages: ['en-US', 'en-GB', 'en'],
      // The default of this target starts the program with --no-sandbox.
      appImage: { executableArgs: [] },
      linux: { syncDesktopName: true, desktop: { entry: { StartupWMClass: 'milepost' } } },
      extraMetadata: { desktopName: 'milepost.desktop' },
      asar: { smartUnpack: false },
      publish: null,
    });
  });

  it('claims the links and files that the program makes and opens, and no others', () => {
    expect(configuration.protocols.flatMap(({ schemes }) => schemes)).toEqual([LINK_SCHEME]);
    const source = (path: string) => readFileSync(join(root, path), 'utf8');
    const makers = [source('electron/backup/saving.ts'), source('renderer/export/export-menu.tsx')];
    const made = makers.flatMap((text) => [...text.matchAll(/\.(milepost[a-z-]*)`/gu)].map(([, ext]) => ext));
    expect(configuration.fileAssociations.map(({ ext }) => ext)).toEqual(made);
    const shop = source('electron/desktop/app.milepost.Milepost.metainfo.xml');
    for (const { ext, mimeType, role } of configuration.fileAssociations) {
      // Saved under its own ending, and shown alone.
      expect([fileName(`a.${ext}`), role]).toEqual([`a.${ext}`, 'Viewer']);
      expect(shop).toContain(`<mediatype>${mimeType}</mediatype>`);
    }
  });

  it('makes the icons of all systems from that of the page', () => {
    const page = readFileSync(join(root, 'renderer/index.html'), 'utf8');
    const [, icon = ''] = /<link rel="icon" [^>]*href="\/([^"]+)"/.exec(page) ?? [];
    expect(configuration.icon).toBe(`renderer/public/${icon}`);
    expect(readFileSync(join(root, configuration.icon), 'utf8')).toMatch(/^<svg [^>]*width="1024"/);
    for (const system of ['mac', 'win', 'linux'] as const)
      expect(configuration[system]).not.toHaveProperty('icon');
  });
});

/** Packs for Linux with an Electron that contains only fuses: electron-builder itself makes the archive. */
describe.skipIf(process.platform !== 'linux')('the package', () => {
  let packed: { path: string; unpacked: boolean; size: number }[];
  let fuses: Record<string, boolean>;
  let built: string[];
  const paths = () => packed.map((file) => file.path);

  beforeAll(() => {
    const target = { platform: 'linux', arch: 'x64' } as const;
    const dir = project(TARGETS);
    // Sources, tests and pictures as in the repository, and a build: all of it could be packed by mistake.
    for (const [folder, name] of [
      ['test-results', 'screenshot.png'],
      ['docs', 'screenshot.png'],
      ['renderer', 'page.css'],
      ['shared', 'screens.ts'],
      ['test', 'run.ts'],
      ['out/renderer/assets', 'index.js.map'],
    ] as const) {
      mkdirSync(join(dir, folder), { recursive: true });
      writeFileSync(join(dir, folder, name), '');
    }
    const { status, said } = pack(dir, target);
    expect(status, said).toBe(0);
    const places = placesOf(dir, target);
    packed = listArchive(join(places.resources, 'app.asar'));
    fuses = readFuses(places.fuses);
    built = ['main', 'preload', 'renderer']
      .flatMap((name) => readdirSync(join(dir, 'out', name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
      .sort();
  }, 120_000);

  it('contains the built program and nothing but what runs', () => {
    expect(paths()).toEqual(
      expect.arrayContaining([
        'package.json',
        'LICENSE',
        'out/main/main.js',
        'out/main/hang-watch.js',
        'out/main/outside.js',
        'out/main/outside-watch.js',
        'out/preload/preload.cjs',
        'out/renderer/index.html',
        'node_modules/better-sqlite3/lib/index.js',
      ]),
    );
    // Used only by Node from the source tree, or by nothing.
    const left =
      /^out\/(?:main\/(?:host|key|channel|watch|limits|mcp)\.js(?:\.map)?|(?:preload|renderer)\/.+\.map)$/;
    expect(
      paths()
        .filter((path) => path.startsWith('out/'))
        .sort(),
    ).toEqual(built.filter((path) => !left.test(path)));
    const known = [
      /^(?:package\.json|LICENSE)$/,
      /^out\/main\/(?:(?:(?:main|reading-worker|backup|hang-watch|outside|outside-watch)|chunks\/.+)\.js(?:\.map)?|notices\.json)$/,
      /^out\/preload\/preload\.cjs$/,
      /^out\/renderer\/(?:index\.html|favicon\.svg|assets\/[^/]+\.(?:js|css|png|svg|woff2|json))$/,
      /^node_modules\/better-sqlite3\/(?:package\.json|LICENSE|lib\/.+\.js|prebuilds\/linux-x64\.node)$/,
      /^node_modules\/@napi-rs\/keyring-linux-x64-gnu\/(?:package\.json|LICENSE[^/]*|[^/]+\.node)$/,
    ];
    expect(paths().filter((path) => !known.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  it('keeps the addons of its system outside the archive, and only them', () => {
    expect(packed.filter((file) => file.unpacked).map((file) => file.path)).toEqual([
      'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node',
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ]);
    expect(packed.filter((file) => file.path.endsWith('.node') && !file.unpacked)).toEqual([]);
  });

  it('has its fuses closed', () => {
    expect(fuses).toEqual(CLOSED_FUSES);
    expect(Object.keys(FUSES)).toEqual(
      expect.arrayContaining(
        Object.keys(configuration.electronFuses).filter((name) => name !== 'resetAdHocDarwinSignature'),
      ),
    );
  });
});

type Entry = { files?: Record<string, Entry>; unpacked?: boolean; size?: number };

/** The files of an asar archive, read from its header: a JSON tree after four little-endian lengths. */
function listArchive(file: string): { path: string; unpacked: boolean; size: number }[] {
  const bytes = readFileSync(file);
  const header: Entry = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8'));
  const walk = (entry: Entry, path: string): { path: string; unpacked: boolean; size: number }[] =>
    entry.files === undefined
      ? [{ path, unpacked: entry.unpacked === true, size: entry.size ?? 0 }]
      : Object.entries(entry.files).flatMap(([name, child]) =>
          walk(child, path === '' ? name : `${path}/${name}`),
        );
  return walk(header, '').sort((one, other) => (one.path < other.path ? -1 : 1));
}

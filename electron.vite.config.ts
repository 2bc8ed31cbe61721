import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { drawnPage } from './electron/commands/building/drawn-page.ts';
import { licenceNotices } from './electron/commands/release/notices.ts';
import { NONCE_PLACE } from './electron/hosts/page.ts';

const here = import.meta.dirname;

/** Used by all three bundles; the notices are written after the last. */
const notices = licenceNotices({ root: here, bundles: 3 });

/**
 * Adds links for the first screen's scripts and styles to the page, so that they are fetched in parallel with the entry
 * script instead of after it has run.
 */
const preloadFirstScreen: Plugin = {
  name: 'preload-first-screen',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const found = new Map<string, (typeof chunks)[number]>();
      const add = (name: string) => {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        if (chunk === undefined || found.has(name)) return;
        for (const imported of chunk.imports) add(imported);
        found.set(name, chunk);
      };
      for (const { facadeModuleId, fileName } of chunks)
        if (facadeModuleId !== null && FIRST_MODULES.test(facadeModuleId)) add(fileName);
      const styles = new Set(
        [...found.values()].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
      );
      const missing = (names: Iterable<string>) => [...names].filter((name) => !html.includes(`"./${name}"`));
      const sheets = missing(styles).map(
        (name) => `<link rel="stylesheet" crossorigin href="./${name}">\n    `,
      );
      return {
        // Before the library's style sheet, as if the entry imported everything.
        html: html.replace('<link rel="stylesheet"', (library) => `${sheets.join('')}${library}`),
        tags: missing(found.keys()).map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` },
          injectTo: 'head',
        })),
      };
    },
  },
};

/** The modules that the page always loads first. */
const FIRST_MODULES =
  /[\\/]renderer[\\/](?:app[\\/]opening[\\/](?:start\.ts|open-page\.tsx)|search[\\/]search-screen\.tsx)$/u;

/** The frame and the first screen with their imports: one file loads faster than seventy small ones. */
const FIRST_SCREEN = {
  name: 'first-screen',
  // Not start.ts, which waits for this.
  test: /[\\/]renderer[\\/](?:app[\\/](?:opening[\\/]open-page|frame)|search[\\/]search-screen)\.tsx$/u,
};

/** Data files, each in a chunk of its own that all entries share. */
const DATA = ['airports', 'airport-names', 'airlines', 'city-names'].map((name) => ({
  name,
  test: new RegExp(`[\\\\/]places[\\\\/]${name}\\.json$`, 'u'),
}));

/**
 * Libraries of the updater, the log and the server for assistants, each in a chunk of its own: bundle-size.test.ts limits
 * them apart from the rest.
 */
const LIBRARIES = Object.entries({
  'updater-library':
    '(?:electron-updater|builder-util-runtime|debug|fs-extra|graceful-fs|jsonfile|lazy-val|ms|sax|semver|tiny-typed-emitter|universalify)',
  'log-library': 'electron-log',
  'assistants-library': '@modelcontextprotocol[\\\\/](?:core|server)',
}).map(([name, packages]) => ({ name, test: new RegExp(`node_modules[\\\\/]${packages}[\\\\/]`, 'u') }));

/** The loader and the connection are separate, since the entry script needs them before the first screen. */
const LOADING = { name: 'loading', test: /vite\/preload-helper/u, priority: 1 };
const CONNECTION = { name: 'connection', test: /[\\/]renderer[\\/]api[\\/]connection\.ts$/u, priority: 1 };

/**
 * The MCP server library bundles a schema validator for a feature that Milepost does not use: this selects the smaller of
 * its two.
 */
const SMALL_VALIDATOR = resolve(here, 'node_modules/@modelcontextprotocol/server/dist/shimsWorkerd.mjs');

/** The updater's library queues file operations to limit open files, which is not needed here. */
const FILE_SYSTEM = { 'graceful-fs': 'node:fs' };

/** The updater's library compares a file's description, which is plain JSON; the schema validator's comparison is there already. */
const DEEP_EQUAL = { 'lodash.isequal': 'fast-deep-equal' };

/**
 * Parts of the updater's library for other channels than GitHub's public releases and for packages that are not built:
 * nothing takes anything from what they are replaced by.
 */
const UNUSED = Object.fromEntries(
  [
    ...['Bitbucket', 'GitLab', 'Keygen', 'PrivateGitHub'].map((name) => `./providers/${name}Provider`),
    ...['./PacmanUpdater', './RpmUpdater'],
  ].map((path) => [path, 'node:path']),
);

/** The updater requires the CommonJS version, which would be a second copy. */
const YAML = { 'js-yaml': resolve(here, 'node_modules/js-yaml/dist/js-yaml.mjs') };

/** Users who start Milepost need no build timings. */
const checks = { bundlerTimings: false };

const COMPACT = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: {
    compress: true,
    mangle: true,
    codegen: { removeWhitespace: true },
  },
};

/**
 * Three bundles: the main process with the headless commands, which share its chunks, the preload (CommonJS, as a
 * sandboxed window requires) and the renderer. Only native addons are not bundled (`dependencies` in package.json).
 */
export default defineConfig({
  main: {
    plugins: [notices()],
    resolve: {
      alias: {
        '@modelcontextprotocol/server/_shims': SMALL_VALIDATOR,
        ...FILE_SYSTEM,
        ...DEEP_EQUAL,
        ...UNUSED,
        ...YAML,
      },
    },
    build: {
      outDir: 'out/main',
      // Without sources: the log writes where an error came from (electron/log/stack-frames.ts).
      sourcemap: 'hidden',
      // Used only by the browser host, which runs in the source tree with node_modules.
      externalizeDeps: { include: ['open'] },
      rollupOptions: {
        input: {
          main: resolve(here, 'electron/main.ts'),
          host: resolve(here, 'electron/commands/host.ts'),
          key: resolve(here, 'electron/commands/key.ts'),
          'reading-worker': resolve(here, 'electron/app/reading-worker.ts'),
          'backup-worker': resolve(here, 'electron/app/backup-worker.ts'),
          'untrusted-worker': resolve(here, 'electron/marketplace/untrusted/worker.ts'),
          limits: resolve(here, 'electron/commands/limits.ts'),
          mcp: resolve(here, 'electron/commands/mcp/mcp.ts'),
        },
        output: {
          format: 'es',
          ...COMPACT,
          sourcemapExcludeSources: true,
          codeSplitting: { groups: [...DATA, ...LIBRARIES], includeDependenciesRecursively: false },
        },
        checks,
      },
    },
  },
  preload: {
    plugins: [notices()],
    build: {
      outDir: 'out/preload',
      minify: true,
      rollupOptions: {
        input: { preload: resolve(here, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
        checks,
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), preloadFirstScreen, notices(), drawnPage({ root: here, nonce: NONCE_PLACE })],
    // The hosts replace it with a new nonce each time they serve the page.
    html: { cspNonce: NONCE_PLACE },
    build: {
      outDir: 'out/renderer',
      minify: true,
      // The first screen is one file on purpose; bundle-size.test.ts limits its size.
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: resolve(here, 'renderer/index.html'),
        output: { codeSplitting: { groups: [LOADING, CONNECTION, FIRST_SCREEN] } },
        checks,
      },
    },
  },
});

import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { drawnPage } from './electron/commands/building/drawn-page.ts';
import { licenceNotices } from './electron/commands/release/notices.ts';
import { NONCE_PLACE } from './electron/hosts/page.ts';

const here = import.meta.dirname;

/** One for each of the three bundles: the last to be written writes whose works are in them. */
const notices = licenceNotices({ root: here, bundles: 3 });

/**
 * Names what the first screen is made of in the page itself, so that it is fetched beside the script that the page begins
 * with and not only once that has run.
 */
const preloadFirstScreen: Plugin = {
  name: 'preload-first-screen',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const found = new Map<string, (typeof chunks)[number]>();
      const find = (name: string) => {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        if (chunk === undefined || found.has(name)) return;
        for (const imported of chunk.imports) find(imported);
        found.set(name, chunk);
      };
      for (const { facadeModuleId, fileName } of chunks)
        if (facadeModuleId !== null && BEGINNING.test(facadeModuleId)) find(fileName);
      const styles = new Set(
        [...found.values()].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
      );
      const missing = (names: Iterable<string>) => [...names].filter((name) => !html.includes(`"./${name}"`));
      const sheets = missing(styles).map(
        (name) => `<link rel="stylesheet" crossorigin href="./${name}">\n    `,
      );
      return {
        // Before the library's own, as they would stand if the page began with everything.
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

/** What the page loads by itself from its beginning on. */
const BEGINNING =
  /[\\/]renderer[\\/](?:app[\\/]opening[\\/](?:start\.ts|open-page\.tsx)|search[\\/]search-screen\.tsx)$/u;

/** The frame and the first screen with everything that they need: one file is there sooner than seventy small ones. */
const FIRST_SCREEN = {
  name: 'first-screen',
  // Not start.ts, which waits for this.
  test: /[\\/]renderer[\\/](?:app[\\/](?:opening[\\/]open-page|frame)|search[\\/]search-screen)\.tsx$/u,
};

/** What is data and no program stands by itself, once for whoever reads it. */
const DATA = ['airports', 'airport-names', 'airlines'].map((name) => ({
  name,
  test: new RegExp(`[\\\\/]places[\\\\/]${name}\\.json$`, 'u'),
}));

/** What loads the rest, and what asks for the way in, stand apart from it: the page begins with these. */
const LOADING = { name: 'loading', test: /vite\/preload-helper/u, priority: 1 };
const CONNECTION = { name: 'connection', test: /[\\/]renderer[\\/]api[\\/]connection\.ts$/u, priority: 1 };

/**
 * What serves an assistant brings a second validator of schemas with it, for questions that it never asks: the smaller one
 * of the two that it comes with.
 */
const SMALL_VALIDATOR = resolve(here, 'node_modules/@modelcontextprotocol/server/dist/shimsWorkerd.mjs');

/** The updater's library patches the file system against too many open files, of which nothing here opens many. */
const FILE_SYSTEM = { 'graceful-fs': 'node:fs' };

/** Required, by the updater, it would be another copy beside the one that is imported. */
const YAML = { 'js-yaml': resolve(here, 'node_modules/js-yaml/dist/js-yaml.mjs') };

/** A slow machine is no news to whoever starts Milepost. */
const checks = { bundlerTimings: false };

/** Nobody reads the main process's bundle but those whom an error's stack sends there: the names that it tells stay. */
const NAMED = { keepNames: { function: true, class: true } };
const COMPACT = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: {
    compress: NAMED,
    mangle: NAMED,
    codegen: { removeWhitespace: true },
  },
};

/**
 * Three bundles: the main process (with the headless commands beside it, so that they share its chunks),
 * the preload (CommonJS, because a sandboxed window loads nothing else) and the renderer.
 * Only native addons stay outside the bundles (`dependencies` in package.json).
 */
export default defineConfig({
  main: {
    plugins: [notices()],
    resolve: { alias: { '@modelcontextprotocol/server/_shims': SMALL_VALIDATOR, ...FILE_SYSTEM, ...YAML } },
    build: {
      outDir: 'out/main',
      // Only the browser host opens a browser, and it runs from the source tree, beside node_modules.
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
        output: { format: 'es', ...COMPACT, codeSplitting: { groups: DATA } },
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
    // The hosts put a new nonce there each time they serve the page.
    html: { cspNonce: NONCE_PLACE },
    build: {
      outDir: 'out/renderer',
      minify: true,
      // The first screen is one file on purpose; how much of it there may be, bundle-size.test.ts says.
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: resolve(here, 'renderer/index.html'),
        output: { codeSplitting: { groups: [LOADING, CONNECTION, FIRST_SCREEN] } },
        checks,
      },
    },
  },
});

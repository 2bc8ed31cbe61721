import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { licenceNotices } from './electron/commands/release/notices.ts';
import { NONCE_PLACE } from './electron/hosts/page.ts';

const here = import.meta.dirname;

/** Used by all three bundles; the notices are written after the last. */
const notices = licenceNotices({ root: here, bundles: 3 });

/** The frame and the first screen with their imports: one file loads faster than seventy small ones. */
const FIRST_SCREEN = {
  name: 'first-screen',
  // Not start.ts, which waits for this.
  test: /[\\/]renderer[\\/](?:app[\\/](?:open-page|frame)|search[\\/]search-screen)\.tsx$/u,
};

/** Data files, each in a chunk of its own that all entries share. */
const DATA = [
  ...['airports', 'airport-names', 'city-names', 'towns'].map((name) => ['places', name] as const),
  ...['airlines', 'programmes', 'transfers', 'places'].map((name) => ['facts', name] as const),
].map(([folder, name]) => ({ name, test: new RegExp(`[\\\\/]${folder}[\\\\/]${name}\\.json$`, 'u') }));

/** The loader and the connection are separate, since the entry script needs them before the first screen. */
const LOADING = { name: 'loading', test: /vite\/preload-helper/u, priority: 1 };
const CONNECTION = { name: 'connection', test: /[\\/]renderer[\\/]api[\\/]connection\.ts$/u, priority: 1 };

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
 * sandboxed window requires) and the renderer. Whatever is shipped stands under `dependencies` in package.json, for scanners;
 * of that, only the native addons are not bundled.
 */
export default defineConfig({
  main: {
    plugins: [notices()],
    build: {
      outDir: 'out/main',
      // Without sources: the log writes where an error came from (electron/log/stack-frames.ts).
      sourcemap: 'hidden',
      externalizeDeps: false,
      rollupOptions: {
        // The addons, and what only the browser host uses, which runs in the source tree with node_modules.
        external: ['better-sqlite3', /^@napi-rs\/keyring/u, 'open'],
        input: {
          main: resolve(here, 'electron/main.ts'),
          host: resolve(here, 'electron/commands/host.ts'),
          key: resolve(here, 'electron/commands/key.ts'),
          'reading-worker': resolve(here, 'electron/app/reading-worker.ts'),
          backup: resolve(here, 'electron/app/backup-program.ts'),
          outside: resolve(here, 'electron/marketplace/outside/program.ts'),
          'hang-watch': resolve(here, 'electron/log/hang-watch.ts'),
          'outside-watch': resolve(here, 'electron/marketplace/outside/watch.ts'),
          channel: resolve(here, 'electron/commands/watching/channel.ts'),
          watch: resolve(here, 'electron/commands/watching/watch.ts'),
          limits: resolve(here, 'electron/commands/limits.ts'),
          mcp: resolve(here, 'electron/commands/mcp/mcp.ts'),
        },
        output: {
          format: 'es',
          ...COMPACT,
          sourcemapExcludeSources: true,
          codeSplitting: { groups: DATA, includeDependenciesRecursively: false },
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
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: resolve(here, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
        checks,
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), notices()],
    // The hosts replace it with a new nonce each time they serve the page.
    html: { cspNonce: NONCE_PLACE },
    build: {
      outDir: 'out/renderer',
      minify: true,
      // The first screen is one file on purpose.
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: resolve(here, 'renderer/index.html'),
        output: { codeSplitting: { groups: [LOADING, CONNECTION, FIRST_SCREEN] } },
        checks,
      },
    },
  },
});

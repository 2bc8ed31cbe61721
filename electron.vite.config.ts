import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { licenceNotices } from './electron/commands/release/notices.ts';
import { NONCE_PLACE } from './electron/hosts/page.ts';

const here = import.meta.dirname;

/** One for each of the three bundles: the last to be written writes whose works are in them. */
const notices = licenceNotices({ root: here, bundles: 3 });

/**
 * Names what the first screen is made of in the page itself, so that it is fetched beside the frame's scripts and not
 * only once they have run.
 */
const preloadFirstScreen: Plugin = {
  name: 'preload-first-screen',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const withImports = (name: string, seen: Set<string>): Set<string> => {
        const chunk = chunks.find((each) => each.fileName === name);
        if (chunk === undefined || seen.has(name)) return seen;
        seen.add(name);
        for (const imported of chunk.imports) withImports(imported, seen);
        return seen;
      };
      const first = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/search/search-screen.tsx'));
      const entry = chunks.find((chunk) => chunk.isEntry);
      const named = entry === undefined ? new Set<string>() : withImports(entry.fileName, new Set());
      const missing = first === undefined ? [] : [...withImports(first.fileName, new Set())];
      return missing
        .filter((name) => !named.has(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` },
          injectTo: 'head' as const,
        }));
    },
  },
};

/** The frame and the first screen with everything that they need: one file is there sooner than seventy small ones. */
const FIRST_SCREEN = {
  name: 'first-screen',
  // Not main.tsx: it waits for the first screen, which would then wait for it.
  test: /[\\/]renderer[\\/](?:app[\\/]frame|search[\\/]search-screen)\.tsx$/u,
};

/** What is data and no program stands by itself, once for whoever reads it. */
const DATA = ['airports', 'airport-names', 'airlines'].map((name) => ({
  name,
  test: new RegExp(`[\\\\/]places[\\\\/]${name}\\.json$`, 'u'),
}));

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
    plugins: [react(), preloadFirstScreen, notices()],
    // The hosts put a new nonce there each time they serve the page.
    html: { cspNonce: NONCE_PLACE },
    build: {
      outDir: 'out/renderer',
      minify: true,
      rollupOptions: {
        input: resolve(here, 'renderer/index.html'),
        output: { codeSplitting: { groups: [FIRST_SCREEN] } },
        checks,
      },
    },
  },
});

import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const here = import.meta.dirname;
const root = resolve(here, '../..');

/**
 * Serves the renderer with an invented main process in the page, so that its screens can be looked at and driven
 * without a host: ten thousand records, none at all, failures, no network. Nothing of this folder is built into the
 * product.
 * @param steady serves what stands in the files now, whatever is written meanwhile
 */
export async function serveHarness({ port, steady }: { port: number; steady: boolean }) {
  const server = await createServer({
    configFile: false,
    logLevel: 'warn',
    root: resolve(root, 'renderer'),
    base: '/',
    cacheDir: resolve(root, 'node_modules/.vite-harness'),
    plugins: [
      react(),
      {
        name: 'invented-main-process',
        transformIndexHtml: {
          order: 'pre',
          handler: () => [
            {
              tag: 'script',
              attrs: { type: 'module', src: `/@fs${resolve(here, 'connection.ts')}` },
              injectTo: 'head-prepend',
            },
          ],
        },
      },
    ],
    server: {
      port,
      host: '127.0.0.1',
      fs: { allow: [root] },
      ...(steady ? { watch: null, hmr: false } : { strictPort: true }),
    },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

/**
 * Serves the renderer with an invented main process in the page, so that its screens can be looked at and driven
 * without a host: ten thousand records, none at all, failures, no network. Nothing of this folder is built into the
 * product. `node test/renderer-harness/serve.ts [port]`
 */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

const here = import.meta.dirname;
const root = resolve(here, '../..');

const server = await createServer({
  configFile: false,
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
    port: Number(process.argv[2] ?? 5199),
    strictPort: true,
    host: '127.0.0.1',
    fs: { allow: [root] },
  },
});
await server.listen();
console.log(`Renderer with invented data: ${server.resolvedUrls?.local[0]}`);

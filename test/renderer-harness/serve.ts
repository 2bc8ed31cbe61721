/** The harness to work with: `node test/renderer-harness/serve.ts [port]`, with hot reload. */
import { serveHarness } from './server.ts';

const { url } = await serveHarness({ port: Number(process.argv[2] ?? 5199), steady: false });
console.log(`Renderer with invented data: ${url}`);

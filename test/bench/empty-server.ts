/** Serves the files of one folder, as plainly as possible: the floor of starting a program with a page. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
const folder = process.argv[2] ?? '.';
const server = createServer((request, response) => {
  const path = request.url === '/' ? '/index.html' : (request.url ?? '');
  try {
    const bytes = readFileSync(join(folder, path));
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/` })}\n`);
});

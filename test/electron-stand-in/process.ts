/**
 * `node process.ts FOLDER VERSION [arguments of Milepost]`: starts the main process of an unpacked archive with the
 * stand-in in place of Electron. Its windows are shown by the process that forked this one.
 */
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { electronOver } from './electron.ts';
import type { ToProcess, ToWindows } from './messages.ts';

declare global {
  /** What the program gets where it imports `electron`. */
  var electronStandIn: Record<string, unknown> | undefined;
}

const [folder = '', version = '', ...args] = process.argv.slice(2);

const send = (message: ToWindows) => void process.send?.(message);
const stand = electronOver({ send, version, end: (code) => process.exit(code) });
globalThis.electronStandIn = stand.electron;

const source = Object.keys(stand.electron)
  .map((name) => `export const ${name} = globalThis.electronStandIn[${JSON.stringify(name)}];`)
  .join('\n');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'electron-stand-in:module', format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === 'electron-stand-in:module'
      ? { format: 'module', source, shortCircuit: true }
      : next(url, context),
});

// As in a packaged program: no script among the arguments, and the resources beside the archive.
Object.assign(process, { resourcesPath: dirname(folder), type: 'browser' });
process.argv = [join(dirname(folder), 'milepost'), ...args];

const server = createServer(async (request, response) => {
  const answer = await stand.page(request.url ?? '/', request.method ?? 'GET');
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
});
server.listen(0, '127.0.0.1', async () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  send({ kind: 'listening', port: address.port });
  process.on('message', (message) => stand.receive(message as ToProcess));
  process.once('disconnect', () => process.exit(0));
  await import(pathToFileURL(join(folder, 'out/main/main.js')).href);
  stand.becomeReady();
});

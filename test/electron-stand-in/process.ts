/**
 * `node process.ts FOLDER VERSION [arguments of Milepost]`: starts the main process of an unpacked archive with the
 * stand-in in place of Electron. Its windows are shown by the process that forked this one.
 */
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { standInForElectron } from './as-electron.ts';
import { electronOver } from './electron.ts';
import { PAGE_PLACE, type ToProgram, type ToSystem } from './messages.ts';

const [folder = '', version = '', ...args] = process.argv.slice(2);

const send = (message: ToSystem) => void process.send?.(message);
const stand = electronOver({ send, version, packaged: true, args, end: (code) => process.exit(code) });
standInForElectron(stand);

// As in a packaged program: no script among the arguments, and the resources beside the archive.
Object.assign(process, { resourcesPath: dirname(folder), type: 'browser' });
process.argv = [join(dirname(folder), 'milepost'), ...args];

const server = createServer(async (request, response) => {
  const { url = '/', method = 'GET' } = request;
  const answer = await stand.page(new Request(`${PAGE_PLACE}${url}`, { method }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
});
server.listen(0, '127.0.0.1', async () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  send({ kind: 'listening', port: address.port });
  process.on('message', (message) => stand.receive(message as ToProgram));
  process.once('disconnect', () => process.exit(0));
  await import(pathToFileURL(join(folder, 'out/main/main.js')).href);
  stand.becomeReady();
});

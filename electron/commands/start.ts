/**
 * `npm start`: opens a window if Electron is available, otherwise a browser, and says so. Takes the arguments of the
 * browser host; those that only apply to it (`--no-open`, `--json`, `--port`, `--key-stdin`) select it.
 */
import { join, resolve } from 'node:path';
import { namespacesRestricted } from '../hosts/sandbox.ts';
import { type HostArguments, readHostArguments } from './host-arguments.ts';
import { hasBrowser } from './open-browser.ts';
import { runElectron } from './open-window.ts';

const root = resolve(import.meta.dirname, '../..');
const say = (words: string) => process.stderr.write(`${words}\n`);

const wantsBrowser = (args: HostArguments) => !args.open || args.json || args.keyStdin || args.port !== 0;

const args = process.argv.slice(2);
const read = readHostArguments(args);
const opened =
  read.ok && !wantsBrowser(read.read)
    ? await runElectron(args, {
        root,
        packageDir: join(root, 'node_modules/electron'),
        env: process.env,
        platform: process.platform,
        isRoot: process.getuid?.() === 0,
        namespacesRestricted,
        say,
      })
    : null;
if (typeof opened === 'number') process.exitCode = opened;
else {
  // Without a browser, the host prints what to do.
  if (opened !== null && hasBrowser(process.platform, process.env))
    say(`${opened}: Milepost opens in your browser instead.`);
  // In this process, so that signals and standard input reach the host.
  await import(join(root, 'out/main/host.js'));
}

import { createApp } from '../app.ts';
import { startBrowserHost } from '../hosts/browser-host.ts';
import { readKeyText } from '../key/key-text.ts';
import { systemKeychain } from '../keychain.ts';
import { holdDataFolder } from '../single-instance.ts';
import { askInTerminal } from './ask-in-terminal.ts';
import { onEndSignal } from './end-signals.ts';
import { onNpmGone } from './end-with-npm.ts';
import type { HostArguments } from './host-arguments.ts';
import { openBrowser } from './open-browser.ts';
import { readSecret } from './secret-input.ts';
import { VERSION } from './version.ts';

/** Standard output carries the address alone; everything else that is said goes here. */
const say = (words: string) => process.stderr.write(`${words}\n`);

const WRONG_KEY = 2;
const CANNOT_START = 1;

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

type Folders = {
  /** Of the data, as a whole path. */
  dataDir: string;
  /** Of the built page. */
  rendererRoot: string;
};

/** Runs the browser host until it is told to end. Resolves to the status that the program ends with. */
export async function runHost(args: HostArguments, { dataDir, rendererRoot }: Folders): Promise<number> {
  const key = args.keyStdin
    ? readKeyText(await readSecret(process.stdin, (words) => process.stderr.write(words)))
    : null;
  if (key !== null && !key.ok) {
    say(key.words);
    return WRONG_KEY;
  }
  const held = holdDataFolder(dataDir);
  if (!held.ok) {
    say(`${held.words}. Use the one that is open, close it first, or name another folder with --data-dir.`);
    return CANNOT_START;
  }
  const checkOutput = process.env.MILEPOST_CHECK_OUTPUT === '1';
  const app = await createApp({
    dataDir,
    fetch: globalThis.fetch,
    keychain: systemKeychain(),
    clipboard: null,
    clock: Date.now,
    confirm: askInTerminal(dataDir),
    marketplace: args.marketplace,
    ...(key === null ? {} : { keyFromStdin: key.key }),
    checkOutput,
    version: VERSION,
  });
  const asked = Promise.withResolvers<void>();
  onEndSignal(() => asked.resolve());
  onNpmGone(() => asked.resolve());
  try {
    const host = await startBrowserHost({
      ...app,
      rendererRoot,
      port: args.port,
      checkOutput,
      report: say,
    });
    process.stdout.write(
      args.json ? `${JSON.stringify({ url: host.url, pid: process.pid })}\n` : `Milepost is at ${host.url}\n`,
    );
    if (!args.json) say('Only this machine can reach it, and only with this address. Ctrl+C ends it.');
    if (args.open) await openBrowser(host.url, say);
    await asked.promise;
    await host.close();
    return 0;
  } catch (error) {
    if (!isTaken(error)) throw error;
    say(`Port ${args.port} is in use by another program. Choose another with --port, or leave it out.`);
    return CANNOT_START;
  } finally {
    await app.close();
    held.release();
  }
}

import { createApp } from '../app/app.ts';
import { HANDED_OVER_MS, startBrowserHost } from '../hosts/browser-host.ts';
import { untilRequested } from '../hosts/serve-request.ts';
import { holdDataFolder } from '../hosts/single-instance.ts';
import { readKeyText } from '../key/key-text.ts';
import { systemKeychain } from '../key/keychain.ts';
import { openProgramLog } from '../log/program-log.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { createNodeFetch } from '../marketplace/sockets/node-fetch.ts';
import { environmentProxy } from '../marketplace/sockets/proxies.ts';
import { confirmInTerminal } from './confirm-in-terminal.ts';
import { onEndSignal } from './end-signals.ts';
import { onNpmEnd } from './end-with-npm.ts';
import type { HostArguments } from './host-arguments.ts';
import { hasBrowser, openBrowser, withoutBrowser } from './open-browser.ts';
import { readSecret } from './secret-input.ts';
import { VERSION } from './version.ts';

/** Standard output carries the address alone; everything else that is said goes here. */
const say = (words: string) => process.stderr.write(`${words}\n`);

const WRONG_KEY = 2;
const CANNOT_START = 1;

const isInUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

type Folders = {
  /** Of the data, as a whole path. */
  dataDir: string;
  /** Of the built page. */
  rendererRoot: string;
  /** The licence notices of the build. */
  noticesFile: string;
  /** What serves assistants, run by Node. */
  mcpFile: string;
  /** The source tree. */
  programRoot: string;
};

/** Runs the browser host until it is told to end. Resolves to the status that the program ends with. */
export async function runHost(
  args: HostArguments,
  { dataDir, rendererRoot, noticesFile, mcpFile, programRoot }: Folders,
): Promise<number> {
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
  const log = openProgramLog(dataDir);
  const report = (words: string) => {
    log.write('error', words);
    say(words);
  };
  log.write('info', `Milepost ${VERSION} starts in a browser on ${process.platform} ${process.arch}`);
  const { requested, whenShown } = untilRequested();
  const checkOutput = process.env.MILEPOST_CHECK_OUTPUT === '1';
  const app = await createApp({
    dataDir,
    fetch: createNodeFetch({ proxyFor: environmentProxy(process.env) }),
    keychain: systemKeychain(),
    clipboard: null,
    clock: Date.now,
    log,
    confirm: confirmInTerminal(),
    marketplace: args.marketplace,
    ...(key === null ? {} : { keyFromStdin: key.key }),
    noticesFile,
    mcpCommand: { command: process.execPath, args: [mcpFile, '--data-dir', dataDir] },
    programRoot,
    checkOutput,
    version: VERSION,
    whenShown,
  });
  const ended = Promise.withResolvers<void>();
  let status = 0;
  const uncaught = (error: unknown) => {
    report(
      `Something went wrong inside Milepost, which ends now. What was saved is safe: start it again.\n${stackFrames(error)}`,
    );
    status = CANNOT_START;
    ended.resolve();
  };
  process.once('uncaughtException', uncaught).once('unhandledRejection', uncaught);
  onEndSignal(() => ended.resolve());
  onNpmEnd(() => ended.resolve());
  try {
    const host = await startBrowserHost({
      ...app,
      requested,
      rendererRoot,
      port: args.port,
      checkOutput,
      report,
    });
    const opens = args.open && hasBrowser(process.platform, process.env);
    if (args.json) process.stdout.write(`${JSON.stringify({ url: host.url, pid: process.pid })}\n`);
    else {
      // Whoever clicks it puts it on a command line, so it works once. For another browser there is the next.
      const used = () => say(`That address has been used. For another browser: ${host.address({ used })}`);
      const address = host.address({ used });
      process.stdout.write(`Milepost is at ${address}\n`);
      say(
        opens || !args.open
          ? 'Only this machine can reach it, and each address works once. Ctrl+C ends it.'
          : withoutBrowser(address),
      );
    }
    if (opens) await openBrowser(host.address({ forMs: HANDED_OVER_MS }), say);
    await ended.promise;
    await host.close();
    return status;
  } catch (error) {
    if (!isInUse(error)) throw error;
    say(`Port ${args.port} is in use by another program. Choose another with --port, or leave it out.`);
    return CANNOT_START;
  } finally {
    await app.close();
    held.release();
  }
}

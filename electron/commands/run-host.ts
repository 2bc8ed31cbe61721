import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { HANDED_OVER_MS, startBrowserHost } from '../hosts/browser-host.ts';
import { endInTime } from '../hosts/end-in-time.ts';
import { holdDataFolder } from '../hosts/single-instance.ts';
import { readKeyText } from '../key/key-text.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { readOpening } from '../settings/opening-file.ts';
import { restrictOutput } from '../storage/private-files.ts';
import { onEndSignal, onNpmEnd } from './end-signals.ts';
import type { HostArguments } from './host-arguments.ts';
import { hasBrowser, openBrowser, withoutBrowser } from './open-browser.ts';
import type { OpenedProgram, OpenProgramDeps } from './open-program.ts';
import { readSecret } from './secret-input.ts';

/** Messages go to standard error; standard output carries only the address. */
const say = (words: string) => process.stderr.write(`${words}\n`);

const WRONG_KEY = 2;
const CANNOT_START = 1;
/** How long opening the program waits for the page's first request, in milliseconds. */
const OPEN_AFTER_MS = 1_000;

const isInUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

type Folders = Pick<OpenProgramDeps, 'dataDir' | 'noticesFile' | 'mcpFile' | 'programRoot'> & {
  /** Of the built page. */
  rendererRoot: string;
};

/**
 * Runs the browser host until it is told to stop; resolves to the exit status. Imports only what serving the page needs;
 * the rest is loaded while the browser renders it.
 */
export async function runHost(args: HostArguments, { rendererRoot, ...folders }: Folders): Promise<number> {
  const { dataDir } = folders;
  const key = args.keyStdin
    ? readKeyText(await readSecret(process.stdin, (words) => process.stderr.write(words)))
    : null;
  if (key !== null && !key.ok) {
    say(key.words);
    return WRONG_KEY;
  }
  const held = holdDataFolder(dataDir);
  if (!held.ok) {
    const wayOn = ' Use the one that is open, close it first, or name another folder with --data-dir.';
    say(`${held.words}${held.isRunning ? wayOn : ''}`);
    return CANNOT_START;
  }
  // Compiling a megabyte of scripts dominates the start. The cache is safe: only the user can write to this folder.
  enableCompileCache(join(dataDir, 'compiled-code'));

  const ended = Promise.withResolvers<void>();
  let status = 0;
  let opened: OpenedProgram | undefined;
  const report = (words: string) => {
    opened?.log.write('error', words);
    say(words);
  };
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

  const checkOutput = process.env.MILEPOST_CHECK_OUTPUT === '1';
  const open = async () => {
    const { openProgram } = await import('./open-program.ts');
    const keyFromStdin = key === null ? null : key.key;
    opened = await openProgram({ ...folders, marketplace: args.marketplace, keyFromStdin, checkOutput });
    return opened;
  };
  let opening: ReturnType<typeof open> | undefined;
  const served = () => {
    if (opening === undefined) {
      opening = open();
      opening.catch(uncaught);
    }
    return opening;
  };
  const stored = readOpening(dataDir);
  try {
    const host = await startBrowserHost({
      served,
      opening: () => opened?.opening() ?? stored,
      rendererRoot,
      port: args.port,
      checkOutput,
      report,
    });
    restrictOutput();
    const opens = args.open && hasBrowser(process.platform, process.env);
    if (args.json) process.stdout.write(`${JSON.stringify({ url: host.url, pid: process.pid })}\n`);
    else {
      // Clicking it puts it on a command line, so it is valid once; another browser gets the next.
      const used = () => say(`That address has been used. For another browser: ${host.address({ used })}`);
      const address = host.address({ used });
      process.stdout.write(`Milepost is at ${address}\n`);
      say(
        opens || !args.open
          ? 'Only this machine can reach it, and each address works once. Ctrl+C ends it.'
          : withoutBrowser(address),
      );
    }
    const unasked = setTimeout(() => void served(), OPEN_AFTER_MS);
    if (opens) await openBrowser(host.address({ forMs: HANDED_OVER_MS }), say);
    await ended.promise;
    clearTimeout(unasked);
    await endInTime(async (doing) => {
      doing('the page');
      await host.close();
      // The reason for a failure has been reported.
      const program = await opening?.catch(() => undefined);
      await program?.close(doing);
    }, report);
    return status;
  } catch (error) {
    if (!isInUse(error)) throw error;
    say(`Port ${args.port} is in use by another program. Choose another with --port, or leave it out.`);
    return CANNOT_START;
  } finally {
    held.release();
  }
}

/**
 * `npm start`: the window where Electron can be had, else the same program in a browser, said in one sentence. The
 * arguments are those of the browser host; those that only it knows (`--no-open`, `--json`, `--port`, `--key-stdin`)
 * choose it.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { TOLD_WHY } from '../hosts/exit-codes.ts';
import { haveRuntime, whyNoWindow } from './electron-runtime.ts';
import { onNpmEnd } from './end-with-npm.ts';
import { type HostArguments, readHostArguments } from './host-arguments.ts';
import { namespacesRestricted, type WhyEnded, whyEnded } from './why-ended.ts';

const root = resolve(import.meta.dirname, '../..');
const say = (words: string) => process.stderr.write(`${words}\n`);

/** Characters of what Electron wrote last: what it ended of stands there. */
const LAST_WORDS = 8_000;

const wantsBrowser = (args: HostArguments) => !args.open || args.json || args.keyStdin || args.port !== 0;

/** Runs the window until it is closed. Resolves to how it ended, or to why it cannot run here. */
function runWindow(runtime: string, args: readonly string[]): Promise<number | WhyEnded> {
  return new Promise((done) => {
    // Set by editors that are Electron programs themselves; it would make the runtime a plain Node.
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const child = spawn(runtime, [root, ...args], { stdio: ['inherit', 'inherit', 'pipe'], env });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      process.stderr.write(bytes);
      said = (said + bytes.toString('utf8')).slice(-LAST_WORDS);
    });
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    onNpmEnd(() => child.kill());
    child.once('error', ({ message }) =>
      done({ words: `Electron cannot be started (${message})`, browserInstead: true }),
    );
    // Once everything that it wrote is here.
    child.once('close', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      // It has told why in a dialog of its own.
      if (code === TOLD_WHY) done(1);
      else done(whyEnded({ code, signal, said, namespacesRestricted: namespacesRestricted() }) ?? code ?? 0);
    });
  });
}

async function openWindow(args: readonly string[]): Promise<number | string> {
  const why = whyNoWindow(process.platform, process.env, process.getuid?.() === 0);
  if (why !== null) return why;
  const runtime = await haveRuntime(
    { packageDir: join(root, 'node_modules/electron'), env: process.env, platform: process.platform },
    say,
  );
  if (!runtime.ok) return runtime.words;
  const ended = await runWindow(runtime.path, args);
  if (typeof ended === 'number') return ended;
  if (ended.browserInstead) return ended.words;
  say(`${ended.words}.`);
  return 1;
}

const args = process.argv.slice(2);
const read = readHostArguments(args);
const opened = read.ok && !wantsBrowser(read.read) ? await openWindow(args) : null;
if (typeof opened === 'number') process.exitCode = opened;
else {
  if (opened !== null) say(`${opened}: Milepost opens in your browser instead.`);
  // In this very process, so that signals and standard input reach the host as they are.
  await import(join(root, 'out/main/host.js'));
}

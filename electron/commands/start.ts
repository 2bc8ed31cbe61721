/**
 * `npm start`: the window where Electron can be had, else the same program in a browser, said in one sentence. The
 * arguments are those of the browser host; those that only it knows (`--no-open`, `--json`, `--port`, `--key-stdin`)
 * choose it.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { haveRuntime, whyNoWindow } from './electron-runtime.ts';
import { onNpmGone } from './end-with-npm.ts';
import { type HostArguments, readHostArguments } from './host-arguments.ts';

const root = resolve(import.meta.dirname, '../..');
const say = (words: string) => process.stderr.write(`${words}\n`);

/** A runtime that cannot start, for want of a library say, fails at once; milliseconds. */
const FAILED_AT_ONCE_MS = 5_000;

const wantsBrowser = (args: HostArguments) => !args.open || args.json || args.keyStdin || args.port !== 0;

/** Runs the window until it is closed; null where it did not open at all. */
function runWindow(runtime: string, args: readonly string[]): Promise<number | null> {
  return new Promise((done) => {
    const started = Date.now();
    // Set by editors that are Electron programs themselves; it would make the runtime a plain Node.
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const child = spawn(runtime, [root, ...args], { stdio: 'inherit', env });
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    onNpmGone(() => child.kill());
    child.once('error', () => done(null));
    child.once('exit', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      const failed = code !== 0 && Date.now() - started < FAILED_AT_ONCE_MS;
      done(failed ? null : (code ?? 0));
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
  return (await runWindow(runtime.path, args)) ?? "Electron's runtime does not start on this machine";
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

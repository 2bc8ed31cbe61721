import { spawn } from 'node:child_process';
import { EXIT_REPORTED } from '../hosts/exit-codes.ts';
import { ensureRuntime, type RuntimeDeps, whyNoWindow } from './electron-runtime.ts';
import { onNpmEnd } from './end-signals.ts';
import { type EndReason, endReason } from './why-ended.ts';

export type OpenWindowDeps = RuntimeDeps & {
  /** The program's folder, passed to Electron. */
  root: string;
  isRoot: boolean;
  /** Whether this Linux restricts user namespaces. */
  namespacesRestricted: () => boolean;
  /** Shows the user a sentence. */
  say: (words: string) => void;
};

/** Characters kept of Electron's last output, which contains the reason for its exit. */
const MAX_STDERR = 8_000;

/** Runs the window until it is closed. Resolves to its exit code, or to the reason why it cannot run. */
function runWindow(
  runtime: string,
  args: readonly string[],
  { root, env: given, namespacesRestricted }: OpenWindowDeps,
): Promise<number | EndReason> {
  return new Promise((done) => {
    // Set by editors built on Electron; it would make the runtime behave as plain Node.
    const { ELECTRON_RUN_AS_NODE: _, ...env } = given;
    const child = spawn(runtime, [root, ...args], { stdio: ['inherit', 'inherit', 'pipe'], env });
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => {
      process.stderr.write(bytes);
      stderr = (stderr + bytes.toString('utf8')).slice(-MAX_STDERR);
    });
    const forward = (signal: NodeJS.Signals) => void child.kill(signal);
    const stopForwarding = () => process.off('SIGINT', forward).off('SIGTERM', forward);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    onNpmEnd(() => child.kill());
    child.once('error', (error) => {
      stopForwarding();
      done({ words: `Electron cannot be started (${error.message})`, browserInstead: true });
    });
    // 'close' comes after all output has been read.
    child.once('close', (code, signal) => {
      stopForwarding();
      // It has reported the reason in a dialog.
      if (code === EXIT_REPORTED) done(1);
      else
        done(endReason({ code, signal, stderr, namespacesRestricted: namespacesRestricted() }) ?? code ?? 0);
    });
  });
}

/** Opens the window and waits until it is closed. Resolves to an exit code, or to the reason to use a browser instead. */
export async function runElectron(args: readonly string[], deps: OpenWindowDeps): Promise<number | string> {
  const why = whyNoWindow(deps.platform, deps.env, deps.isRoot);
  if (why !== null) return why;
  const runtime = await ensureRuntime(deps, deps.say);
  if (!runtime.ok) return runtime.words;
  const ended = await runWindow(runtime.path, args, deps);
  if (typeof ended === 'number') return ended;
  if (ended.browserInstead) return ended.words;
  deps.say(`${ended.words}.`);
  return 1;
}

import { afterEach } from 'vitest';
import { ContractFailure, type Crossing } from '#shared/contract/failure.ts';
import { becomeReady, type Program, quit, startProgram } from './built-program.ts';

let opened: Program | null = null;

/** Ends after each test what the test opened, as a user would. */
export function quitAfterEach(): void {
  afterEach(async () => {
    if (opened !== null && opened.calls.exits.length === 0 && !opened.hasQuit()) await quit(opened);
    opened = null;
  });
}

/** Starts the program, not yet ready. */
export async function start(...args: Parameters<typeof startProgram>): Promise<Program> {
  opened = await startProgram(...args);
  return opened;
}

/** Starts the program and waits for its window, or until it gave up. */
export async function open(...args: Parameters<typeof startProgram>): Promise<Program> {
  const program = await start(...args);
  await becomeReady(program);
  return program;
}

export function windowOf(program: Program) {
  const [window] = program.windows;
  if (window === undefined) throw new Error('no window');
  return window;
}

/** Through the preload as the page would, and the failure thrown where one is reported. */
export async function invoke(
  program: Program,
  group: string,
  name: string,
  input?: unknown,
): Promise<unknown> {
  const crossing = (await program.connection.call(group, name, input)) as Crossing<unknown>;
  if (crossing.ok) return crossing.value;
  throw new ContractFailure(crossing.failure);
}

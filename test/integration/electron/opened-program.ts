import { afterEach } from 'vitest';
import { ContractFailure, type Crossing } from '#shared/contract/failure.ts';
import { becomeReady, type Program, quit, startProgram } from './built-program.ts';

let opened: Program | null = null;

/** Closes after each test what the test opened, as a user would. */
export function quitAfterEach(): void {
  afterEach(async () => {
    if (opened !== null && opened.exits.length === 0) await quit(opened);
    opened = null;
  });
}

/** Starts the program, before it is ready. */
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

/** The first of its open windows. */
export function windowOf(program: Program) {
  const [window] = program.windows.open;
  if (window === undefined) throw new Error('no window');
  return window;
}

/** A user gesture in the first window. */
export function click(program: Program): void {
  for (const type of ['mouseDown', 'mouseUp'] as const) program.windows.input(windowOf(program).id, type);
}

/** The answer to a page of the first window that wants to open a window. */
export const opens = (program: Program, url: string) => program.windows.opens(windowOf(program).id, url);

/** What the first window's page received. */
export const sent = (program: Program) =>
  program
    .wanted('send')
    .flatMap(({ window, channel, payload }) => (window === 1 ? [[channel, ...payload]] : []));

/** Chooses from the application's menu. */
export function chooseFromMenu(program: Program, menu: string, item: string): void {
  const found = program
    .menu()
    .find(({ label, role }) => label === menu || role === menu.toLowerCase())?.submenu;
  const entry = Array.isArray(found) ? found.find(({ label }) => label === item) : undefined;
  if (entry?.click === undefined) throw new Error(`no ${menu}, ${item}`);
  (entry.click as () => void)();
}

/** Through the preload as the page would; a reported failure is thrown. */
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

import { createApp } from '../app/app.ts';
import type { App } from '../app/app-deps.ts';
import { type Served, untilRequested } from '../hosts/serve-request.ts';
import { systemKeychain } from '../key/keychain.ts';
import { openProgramLog, type ProgramLog } from '../log/program-log.ts';
import { watchTimeBudget } from '../log/time-budget.ts';
import { createNodeFetch } from '../marketplace/sockets/node-fetch.ts';
import { environmentProxy } from '../marketplace/sockets/proxies.ts';
import { confirmInTerminal } from './in-terminal.ts';
import { VERSION } from './version.ts';

export type OpenProgramDeps = {
  /** The absolute path of the data folder, locked by this process. */
  dataDir: string;
  /** The licence notices of the build. */
  noticesFile: string;
  /** The script that serves assistants, run by Node. */
  mcpFile: string;
  /** The source tree. */
  programRoot: string;
  marketplace: string | undefined;
  /** The key from standard input; null if none was requested. */
  keyFromStdin: string | null;
  checkOutput: boolean;
  /** Whether nobody sees it. */
  isUnattended?: boolean;
};

export type OpenedProgram = App & Served & { log: ProgramLog };

/** Opens the program behind the page of the browser host. */
export async function openProgram({
  mcpFile,
  keyFromStdin,
  ...deps
}: OpenProgramDeps): Promise<OpenedProgram> {
  const log = openProgramLog(deps.dataDir);
  log.write(
    'info',
    `Milepost ${VERSION} starts ${deps.isUnattended === true ? 'unattended' : 'in a browser'} on ${process.platform} ${process.arch}`,
  );
  watchTimeBudget(log);
  const { requested, whenShown } = untilRequested();
  const app = await createApp({
    ...deps,
    fetch: createNodeFetch({ proxyFor: environmentProxy(process.env) }),
    keychain: systemKeychain(),
    clipboard: null,
    clock: Date.now,
    log,
    confirm: confirmInTerminal(),
    ...(keyFromStdin === null ? {} : { keyFromStdin }),
    mcpCommand: { command: process.execPath, args: [mcpFile, '--data-dir', deps.dataDir] },
    version: VERSION,
    whenShown,
  });
  return { ...app, requested, log };
}
